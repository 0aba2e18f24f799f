import { resources } from '@azulejo/contract';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates, ValueSchemas } from '../../devices/templates/index.ts';
import type { AutomationAuthors, History } from '../../telemetry/history/index.ts';
import type { RemovedDevices } from '../home-devices/index.ts';
import type { TileGroups } from '../tiles/index.ts';
import { activityHandlers } from './activity-routes.ts';

type Needs = Platform & {
  channels: Channels;
  automationAuthors: AutomationAuthors;
  history: History;
  removedDevices: RemovedDevices;
  schemas: ValueSchemas;
  templates: Templates;
  tileGroups: TileGroups;
};

/** Serves the activity of a home, over all its devices. */
export function activityFeature(needs: Needs) {
  const { listOfHome } = resources.activity;
  return {
    api: {},
    routes: ({ serve }) => serve({ listOfHome }, activityHandlers(needs)),
  } satisfies Feature;
}
