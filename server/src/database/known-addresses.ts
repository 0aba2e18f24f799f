import type { BoundStatement } from '@azulejo/storage';
import { deleteInBatches } from '../platform/batch-delete.ts';
import type { Clock } from '../platform/clock.ts';
import { addressKey } from '../platform/network.ts';
import type { Db, Transaction } from './index.ts';

/** How long an address stays known after its last sign-in. */
const RETENTION_MS = 365 * 24 * 3600_000;

/** Stores the addresses from which accounts signed in within a year. */
export function createKnownAddresses(db: Db, clock: Clock) {
  const known = db.prepare<{ ownerId: string; address: string }>()((kysely, p) =>
    kysely
      .selectFrom('known_addresses')
      .select('last_used')
      .where('user_id', '=', p('ownerId'))
      .where('address', '=', p('address')),
  );
  const upsert = db.prepare<{ ownerId: string; address: string; now: number }>()((kysely, p) =>
    kysely
      .insertInto('known_addresses')
      .values({ user_id: p('ownerId'), address: p('address'), last_used: p('now') })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'address']).doUpdateSet({ last_used: p('now') }),
      ),
  );
  return {
    has: async (ownerId: string, address: string): Promise<boolean> =>
      (await known.get({ ownerId, address: addressKey(address) })) !== undefined,

    /** Returns a statement to commit together with the sign-in. */
    remember: (ownerId: string, address: string): BoundStatement =>
      upsert.bind({ ownerId, address: addressKey(address), now: clock.now() }),

    /** Forgets all addresses of the owner but one. */
    async keepOnlyIn(tx: Transaction, ownerId: string, address = ''): Promise<void> {
      const others = tx.deleteFrom('known_addresses').where('user_id', '=', ownerId);
      await others.where('address', '!=', addressKey(address)).execute();
    },

    /** Deletes the addresses from which the owner has not signed in for a year. */
    prune: (): Promise<void> =>
      deleteInBatches((limit) =>
        db.write((tx) => {
          const due = tx
            .selectFrom('known_addresses')
            .select(['user_id', 'address'])
            .where('last_used', '<', clock.now() - RETENTION_MS)
            .limit(limit);
          return tx
            .deleteFrom('known_addresses')
            .where((eb) => eb(eb.refTuple('user_id', 'address'), 'in', due.$asTuple('user_id', 'address')))
            .executeTakeFirstOrThrow();
        }),
      ),
  };
}

export type KnownAddresses = ReturnType<typeof createKnownAddresses>;
