import { resources } from '@azulejo/contract';
import type { Feature } from '../../core/feature.ts';
import type { Places } from '../places/index.ts';
import type { Preferences } from '../preferences/index.ts';
import { createHomeTime } from './time-zone.ts';
import { homeTimeHandlers } from './time-zone-routes.ts';

type Needs = { places: Places; preferences: Preferences };

/** Stores the time zone of a home, which is a setting of the home and not of a phone (README.md). */
export function timeZoneFeature(needs: Needs) {
  const homeTime = createHomeTime(needs);
  return {
    api: { homeTime },
    routes: ({ serve }) => serve(resources.homeTime, homeTimeHandlers(homeTime)),
  } satisfies Feature;
}
