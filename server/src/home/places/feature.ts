import { resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import { invalidField } from '../../platform/api-error.ts';
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

function placeHandlers(places: Places): Handlers<typeof resources.places> {
  return {
    list: async ({ context }) => {
      const { id, revision } = context.home;
      const body = { places: await places.list(id) };
      return { body, revision: revisionOf(revision, body), cacheControl: PRIVATE };
    },
    create: async ({ input, context }) => ({
      body: await places.create(context.home.id, checked(input)),
    }),
    update: async ({ input, context }) => ({
      body: await places.update(context.home.id, input.place_id, checked(input)),
    }),
    remove: async ({ input, context }) => {
      await places.remove(context.home.id, input.place_id);
      return { body: {} };
    },
  };
}
