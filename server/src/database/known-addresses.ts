import type { BoundStatement } from '@azulejo/storage';
import { CompiledQuery } from 'kysely';
import { deleteInBatches } from '../platform/batch-delete.ts';
import type { Clock } from '../platform/clock.ts';
import { addressKey } from '../platform/network.ts';
import type { Db, Transaction } from './index.ts';

/** How long an address stays known after its last sign-in. */
const RETENTION_MS = 365 * 24 * 3600_000;

type Users = { table: 'known_addresses'; owner: 'user_id' };
type PortalAccounts = { table: 'portal_known_addresses'; owner: 'account_id' };

/** Stores the addresses from which an owner signed in within a year. */
export function createKnownAddresses(db: Db, clock: Clock, names: Users | PortalAccounts) {
  // The two tables differ only in these names, so the statements are typed for the first one.
  const { table, owner } = names as Users;
  const known = db.prepare<{ ownerId: string; address: string }>()((kysely, p) =>
    kysely
      .selectFrom(table)
      .select('last_used')
      .where(owner, '=', p('ownerId'))
      .where('address', '=', p('address')),
  );
  const upsert = db.prepare<{ ownerId: string; address: string; now: number }>()((kysely, p) =>
    kysely
      .insertInto(table)
      .values({ [owner]: p('ownerId'), address: p('address'), last_used: p('now') })
      .onConflict((conflict) => conflict.columns([owner, 'address']).doUpdateSet({ last_used: p('now') })),
  );
  const remember = (ownerId: string, address: string): BoundStatement =>
    upsert.bind({ ownerId, address: addressKey(address), now: clock.now() });

  return {
    has: async (ownerId: string, address: string): Promise<boolean> =>
      (await known.get({ ownerId, address: addressKey(address) })) !== undefined,

    /** Returns a statement to commit together with the sign-in. */
    remember,

    async rememberIn(tx: Transaction, ownerId: string, address: string): Promise<void> {
      const { sql, parameters } = remember(ownerId, address);
      await tx.executeQuery(CompiledQuery.raw(sql, [...parameters]));
    },

    /** Forgets all addresses of the owner but one. */
    async keepOnlyIn(tx: Transaction, ownerId: string, address = ''): Promise<void> {
      const others = tx.deleteFrom(table).where(owner, '=', ownerId);
      await others.where('address', '!=', addressKey(address)).execute();
    },

    /** Deletes the addresses from which the owner has not signed in for a year. */
    prune: (): Promise<void> =>
      deleteInBatches((limit) =>
        db.write((tx) => {
          const due = tx
            .selectFrom(table)
            .select([owner, 'address'])
            .where('last_used', '<', clock.now() - RETENTION_MS)
            .limit(limit);
          return tx
            .deleteFrom(table)
            .where((eb) => eb(eb.refTuple(owner, 'address'), 'in', due.$asTuple(owner, 'address')))
            .executeTakeFirstOrThrow();
        }),
      ),
  };
}

export type KnownAddresses = ReturnType<typeof createKnownAddresses>;
