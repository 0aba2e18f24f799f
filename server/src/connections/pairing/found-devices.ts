import type { Db, Transaction } from '../../database/index.ts';
import { deleteInBatches } from '../../platform/batch-delete.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';

/** A device that a user may add. Its id is the one that its channel will have. */
export type Found = { readonly id: string; readonly name: string };

type Whose = { userId: string; templateId: string };

/** How long people have to choose from what was found. */
export const FOUND_MS = 3600 * 1000;

export type FoundDevices = ReturnType<typeof createFoundDevices>;

/** Stores the devices that an authorization page found for each user, until they are added. */
export function createFoundDevices(db: Db, clock: Clock) {
  const found = prepareFound(db);

  return {
    list: ({ userId, templateId }: Whose): Promise<Found[]> =>
      found.all({ userId, templateId, now: clock.now() }),

    /** Replaces what was found before. */
    async replace(tx: Transaction, { userId, templateId }: Whose, names: readonly string[]): Promise<void> {
      await tx
        .deleteFrom('found_devices')
        .where('user_id', '=', userId)
        .where('template_id', '=', templateId)
        .execute();
      const expires = clock.now() + FOUND_MS;
      const rows = names.map((name, position) => ({
        user_id: userId,
        id: newId(),
        template_id: templateId,
        name,
        position,
        expires,
      }));
      if (rows.length > 0) await tx.insertInto('found_devices').values(rows).execute();
    },

    /**
     * Removes and returns those of the ids that exist. When two requests add one device, one of them gets it.
     */
    async take(tx: Transaction, { userId, templateId }: Whose, ids: readonly string[]): Promise<Found[]> {
      return tx
        .deleteFrom('found_devices')
        .where('user_id', '=', userId)
        .where('template_id', '=', templateId)
        .where('id', 'in', ids)
        .where('expires', '>', clock.now())
        .returning(['id', 'name'])
        .execute();
    },

    /** Deletes devices that were found and never added. */
    prune: (): Promise<void> =>
      deleteInBatches((most) => db.write((tx) => deleteExpired(tx, clock.now(), most))),
  };
}

function prepareFound(db: Db) {
  return db.prepare<Whose & { now: number }>()((kysely, p) =>
    kysely
      .selectFrom('found_devices')
      .select(['id', 'name'])
      .where('user_id', '=', p('userId'))
      .where('template_id', '=', p('templateId'))
      .where('expires', '>', p('now'))
      .orderBy('position'),
  );
}

function deleteExpired(tx: Transaction, now: number, most: number) {
  // This selects by the whole key, because the id alone has no index.
  return tx
    .deleteFrom('found_devices')
    .where((eb) =>
      eb(
        eb.refTuple('user_id', 'id'),
        'in',
        eb
          .selectFrom('found_devices as due')
          .select(['due.user_id', 'due.id'])
          .where('due.expires', '<', now)
          .limit(most)
          .$asTuple('user_id', 'id'),
      ),
    )
    .executeTakeFirstOrThrow();
}
