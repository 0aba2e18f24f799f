import type { AuditAction } from '@azulejo/contract';
import { sql, type Updateable } from 'kysely';
import type { Audit, By } from '../../core/audit/index.ts';
import type { Database, Db, Transaction } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Client, toClient } from './client.ts';
import { createSecretChanges, type StoreClient } from './client-secrets.ts';
import { type ClientSettings, checkClient } from './new-client.ts';

/** Fields left out stay unchanged; null restores the platform's default, or removes the app scheme. */
export type ClientChanges = Partial<Omit<ClientSettings, 'name'>> & { name?: string };

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  /** Throws `not_found`. */
  get: (idOrNamespace: string) => Promise<Client>;
};

/** Changes clients after their registration. Each function throws `not_found`. */
export function createClientChanges({ db, clock, audit, get }: Dependencies) {
  /** Throws `not_found` when the client has been removed since. */
  async function store(
    tx: Transaction,
    id: string,
    values: Updateable<Database['clients']>,
    entry: By & { action: AuditAction; detail?: string },
  ): Promise<Client> {
    const row = await tx
      .updateTable('clients')
      .set({ ...values, updated: clock.now() })
      .where('id', '=', id)
      .where('state', '<>', 'removed')
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new ApiError('not_found');
    await audit.record(tx, { ...entry, targetId: id });
    return toClient(row);
  }

  return {
    ...createSecretChanges({ db, clock, get, store }),
    ...createClientRemoval({ clock, store }),

    /** Throws `invalid_request` naming the invalid field. */
    async update(idOrNamespace: string, changes: ClientChanges, by: By = {}): Promise<Client> {
      const { id } = await get(idOrNamespace);
      return await db.write(async (tx) => {
        const row = await tx.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirst();
        if (!row) throw new ApiError('not_found');
        const client = toClient(row);
        const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
        checkClient({ ...client, ...named }, client.type);
        const detail = Object.keys(named).join(', ');
        return store(tx, id, columnsOf(changes), { ...by, action: 'application.update', detail });
      });
    },

    /** Changes a device, with an entry that names what changed. */
    updateDevice(
      tx: Transaction,
      id: string,
      { name, state }: { name?: string; state?: Client['state'] },
      entry: By & { detail: string },
    ): Promise<Client> {
      if (name !== undefined) checkClient({ name }, 'device');
      return store(tx, id, { name: name?.trim(), state }, { ...entry, action: 'device.update' });
    },

    /**
     * Enables or disables an application. Disabling invalidates its tokens, and its users' tokens, from the
     * next request.
     */
    async setState(idOrNamespace: string, state: Client['state'], by: By = {}): Promise<Client> {
      const { id } = await get(idOrNamespace);
      return await db.write((tx) => store(tx, id, { state }, { ...by, action: `application.${state}` }));
    },
  };
}

function columnsOf(changes: ClientChanges): Updateable<Database['clients']> {
  const json = (value: readonly string[] | undefined) => value && JSON.stringify(value);
  return {
    name: changes.name?.trim(),
    redirect_uris_json: json(changes.redirectUris),
    origins_json: json(changes.origins),
    scopes_json: json(changes.scopes),
    access_token_lifetime: changes.accessTokenLifetime,
    refresh_token_lifetime: changes.refreshTokenLifetime,
    minimum_password_length: changes.minimumPasswordLength,
    app_scheme: changes.appScheme,
  };
}

type Removable = Pick<Client, 'id' | 'name' | 'namespace'>;

/** Marks clients as removed, after which they no longer exist for anyone. */
function createClientRemoval({ clock, store }: { clock: Clock; store: StoreClient }) {
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
