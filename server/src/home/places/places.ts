import type { Place } from '@azulejo/contract';
import type { Db, Transaction } from '../../database/index.ts';
import { raiseHomeRevision } from '../../identity/homes/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';
import { recheckPresence } from '../presence/index.ts';
import {
  builtInPlace,
  changed,
  newPlace,
  type PlaceChanges,
  toColumns,
  toPlace,
  withBuiltIn,
} from './place.ts';

/** Maximum number in addition to the four built-in ones: enough for anyone, too few to fill the disk. */
const MAX_PLACES = 100;

export type Places = ReturnType<typeof createPlaces>;

/** Stores places where users often are. Every change raises the revision of the home, on which lists depend. */
export function createPlaces({ db, clock }: { db: Db; clock: Clock }) {
  const ofUser = db.prepare<{ userId: string }>()((kysely, p) =>
    kysely
      .selectFrom('places')
      .selectAll()
      .where('user_id', '=', p('userId'))
      .orderBy('created')
      .orderBy('id'),
  );

  async function put(tx: Transaction, userId: string, place: Place): Promise<void> {
    const now = clock.now();
    const columns = { ...toColumns(place), updated: now };
    await tx
      .insertInto('places')
      .values({ user_id: userId, id: place.id, created: now, ...columns })
      .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(columns))
      .execute();
  }

  return {
    async list(userId: string): Promise<Place[]> {
      return withBuiltIn((await ofUser.all({ userId })).map(toPlace));
    },

    /** Throws `quota_exceeded`. */
    create: (userId: string, changes: PlaceChanges): Promise<Place> =>
      db.write(async (tx) => {
        await raiseHomeRevision(tx, userId);
        const rows = await tx.selectFrom('places').select('id').where('user_id', '=', userId).execute();
        if (rows.filter(({ id }) => !builtInPlace(id)).length >= MAX_PLACES)
          throw new ApiError('quota_exceeded', { detail: `A user can have ${MAX_PLACES} places.` });
        const place = newPlace(newId(), changes);
        await put(tx, userId, place);
        await recheckPresence(tx, userId, clock.now());
        return place;
      }),

    /** Throws `not_found`. */
    update: (userId: string, id: string, changes: PlaceChanges): Promise<Place> =>
      db.write(async (tx) => {
        await raiseHomeRevision(tx, userId);
        const found = await find(tx, userId, id);
        if (!found) throw new ApiError('not_found');
        const place = changed(found, changes);
        await put(tx, userId, place);
        await recheckPresence(tx, userId, clock.now());
        return place;
      }),

    /** Deletes a place, or resets a built-in one to blank. Throws `not_found`. */
    remove: (userId: string, id: string): Promise<void> =>
      db.write(async (tx) => {
        await raiseHomeRevision(tx, userId);
        if (!(await find(tx, userId, id))) throw new ApiError('not_found');
        await tx.deleteFrom('places').where('user_id', '=', userId).where('id', '=', id).execute();
        await recheckPresence(tx, userId, clock.now());
      }),
  };
}

async function find(tx: Transaction, userId: string, id: string): Promise<Place | undefined> {
  const row = await tx
    .selectFrom('places')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? toPlace(row) : builtInPlace(id);
}
