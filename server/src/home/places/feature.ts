import { resources } from '@azulejo/contract';
import type { Feature, Platform } from '../../core/feature.ts';
import { createPlaces } from './places.ts';
import { placeHandlers } from './places-routes.ts';

/** Places with a name, such as a user's home or office. */
export function placesFeature({ db, clock }: Platform) {
  const places = createPlaces({ db, clock });
  return {
    api: { places },
    routes: ({ serve }) => serve(resources.places, placeHandlers(places)),
  } satisfies Feature;
}
