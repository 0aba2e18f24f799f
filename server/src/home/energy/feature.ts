import { resources } from '@azulejo/contract';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { HomeRecords } from '../../identity/homes/index.ts';
import type { History } from '../../telemetry/history/index.ts';
import type { Preferences } from '../preferences/index.ts';
import type { TileGroups } from '../tiles/index.ts';
import { energyHandlers } from './energy-routes.ts';

type Needs = Platform & {
  history: History;
  homeRecords: HomeRecords;
  preferences: Preferences;
  templates: Templates;
  tileGroups: TileGroups;
};

/** Reports how much energy a home used and produced, by hour, day and month. */
export function energyFeature(needs: Needs) {
  return {
    api: {},
    routes: ({ serve }) => serve(resources.energy, energyHandlers(needs)),
  } satisfies Feature;
}
