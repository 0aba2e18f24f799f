import { type Place, resources } from '@azulejo/contract';
import type { Handlers, HomeAccess } from '../../core/access/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { PRIVATE } from '../../platform/http/replies.ts';
import { revisionOf } from '../../platform/revision.ts';
import type { PlaceChanges } from './place.ts';
import { createPlaces, type Places } from './places.ts';

/** Places with a name, such as a user's home or office. */
export function placesFeature({ db, clock }: Platform) {
  const places = createPlaces({ db, clock });
  return {
    api: { places },
    routes: ({ serve }) => serve(resources.places, placeHandlers(places)),
  } satisfies Feature;
}

function checked(input: PlaceChanges): PlaceChanges {
  if (input.name?.trim() === '') throw invalidField('name', 'must not be empty');
  return input;
}

/** The networks of a home are for the person's own phone. */
const withoutNetwork = (place: Place): Place => ({ ...place, wifi: [] });

const isHome = ({ id }: Pick<Place, 'id'>): boolean => id === 'home';

/** Throws `not_found` for places that only the person sees: all but `home`. */
function requireVisible({ isPerson }: HomeAccess, id: string): void {
  if (!isPerson && !isHome({ id })) throw new ApiError('not_found');
}

function placeHandlers(places: Places): Handlers<typeof resources.places> {
  return {
    list: async ({ context }) => {
      const { id, revision, isPerson } = context.home;
      const all = await places.list(id);
      const body = { places: isPerson ? all : all.filter(isHome).map(withoutNetwork) };
      return { body, revision: revisionOf(revision, body), cacheControl: PRIVATE };
    },
    create: async ({ input, context }) => ({
      body: await places.create(context.home.id, checked(input)),
    }),
    update: async ({ input, context }) => {
      requireVisible(context.home, input.place_id);
      const place = await places.update(context.home.id, input.place_id, checked(input));
      return { body: context.home.isPerson ? place : withoutNetwork(place) };
    },
    remove: async ({ input, context }) => {
      requireVisible(context.home, input.place_id);
      await places.remove(context.home.id, input.place_id);
      return { body: {} };
    },
  };
}
