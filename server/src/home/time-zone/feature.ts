import { resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import type { Feature } from '../../core/feature.ts';
import type { HomeRecords } from '../../identity/homes/index.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { Places } from '../places/index.ts';
import type { Preferences } from '../preferences/index.ts';
import { createHomeTime, type HomeTime } from './time-zone.ts';

type Needs = { homeRecords: HomeRecords; places: Places; preferences: Preferences };

/** Stores the time zone of a home, which is a setting of the home and not of a phone (README.md). */
export function timeZoneFeature(needs: Needs) {
  const homeTime = createHomeTime(needs);
  return {
    api: { homeTime },
    routes: ({ serve }) => serve(resources.homeTime, homeTimeHandlers(homeTime)),
  } satisfies Feature;
}

function homeTimeHandlers(homeTime: HomeTime): Handlers<typeof resources.homeTime> {
  return {
    get: async ({ context }) => {
      const { position: _, ...body } = await homeTime.of(context.home.id);
      return { body, cacheControl: NO_STORE };
    },
  };
}
