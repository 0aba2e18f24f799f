import { sql } from 'kysely';
import type { By } from '../../core/audit/index.ts';
import type { Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Client } from './client.ts';
import type { StoreClient } from './client-secrets.ts';

type Removable = Pick<Client, 'id' | 'name' | 'namespace'>;

/** Marks clients as removed, after which they no longer exist for anyone. */
export function createClientRemoval({ clock, store }: { clock: Clock; store: StoreClient }) {
  return {
    /** Marks devices as removed in one statement, however many sign-ins they have. Call it with few ids. */
    async markDevicesRemoved(tx: Transaction, ids: readonly string[]): Promise<void> {
      await tx
        .updateTable('clients')
        .set((eb) => ({
          state: 'removed',
          namespace: sql<string>`${'removed.'} || ${eb.ref('id')}`,
          updated: clock.now(),
        }))
        .where('id', 'in', ids)
        .where('kind', '=', 'device')
        .execute();
    },

    /** Hides the client immediately and frees its namespace; what depends on it is deleted afterwards. */
    async markRemoved(tx: Transaction, { id, name, namespace }: Removable, by: By): Promise<void> {
      const entry = { ...by, action: 'application.remove', detail: `${name} (${namespace})` } as const;
      await store(tx, id, { state: 'removed', namespace: `removed.${id}` }, entry);
    },
  };
}
