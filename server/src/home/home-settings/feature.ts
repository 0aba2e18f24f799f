import { resources } from '@azulejo/contract';
import type { Feature, Platform } from '../../core/feature.ts';
import type { HomeRecords } from '../../identity/homes/index.ts';
import type { Users } from '../../identity/users/index.ts';
import { homeHandlers } from './homes-routes.ts';

type Needs = Platform & { homeRecords: HomeRecords; users: Users };

/** Tells people of their homes, which they name and set up. */
export function homeSettingsFeature(needs: Needs) {
  return { api: {}, routes: ({ serve }) => serve(resources.homes, homeHandlers(needs)) } satisfies Feature;
}
