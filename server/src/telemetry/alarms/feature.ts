import { resources } from '@azulejo/contract';
import { cleanup, type Feature, type Platform } from '../../core/feature.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { History } from '../history/index.ts';
import { createAlarms } from './alarms.ts';
import { alarmHandlers } from './alarms-routes.ts';

type Needs = Platform & { channels: Channels; history: History };

/** Alarms of devices, and who acknowledged them. */
export function alarmsFeature({ db, clock, retention, channels, history }: Needs) {
  const alarms = createAlarms(db, clock);
  const prune = () => alarms.prune(clock.now() - retention.history * 1000);
  return {
    api: { alarms },
    routes: ({ serve }) => serve(resources.alarms, alarmHandlers({ alarms, channels, history })),
    jobs: [cleanup('alarms', prune)],
  } satisfies Feature;
}
