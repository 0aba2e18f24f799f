import { sql, type Updateable } from 'kysely';
import type { Audit, By } from '../../core/audit/index.ts';
import type { Database, Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { Problem } from '../../platform/problem.ts';
import { hashSecret, newToken } from '../../platform/random-token.ts';
import { type Client, toClient } from './client.ts';
import { type ClientSettings, checkClient } from './new-client.ts';

/** After a rotation the earlier secret is still taken, so that deployments can be changed one after another. */
const ROTATION_OVERLAP_MS = 24 * 3600 * 1000;

/** What is left out stays; null is for what the platform sets, or for no app scheme. */
export type ClientChanges = Partial<Omit<ClientSettings, 'name'>> & { name?: string | undefined };

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  /** Throws `not_found`. */
  get: (idOrNamespace: string) => Promise<Client>;
};

/** What becomes of a client after its registration. Each throws `not_found`. */
export function createClientChanges({ db, clock, audit, get }: Dependencies) {
  /** Throws `not_found` when it was removed meanwhile. */
  async function store(
    tx: Transaction,
    id: string,
    values: Updateable<Database['clients']>,
    entry: By & { action: string; detail?: string | undefined },
  ): Promise<Client> {
    const row = await tx
      .updateTable('clients')
      .set({ ...values, updated: clock.now() })
      .where('id', '=', id)
      .where('state', '<>', 'removed')
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new Problem('not_found');
    await audit.record(tx, { ...entry, targetId: id });
    return toClient(row);
  }

  return {
    /** Throws `invalid_request` naming the field that cannot be taken. */
    async update(idOrNamespace: string, changes: ClientChanges, by: By = {}): Promise<Client> {
      const { id } = await get(idOrNamespace);
      return await db.write(async (tx) => {
        const row = await tx.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirst();
        if (!row) throw new Problem('not_found');
        const client = toClient(row);
        const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
        checkClient({ ...client, ...named }, client.type);
        const detail = Object.keys(named).join(', ');
        return store(tx, id, columnsOf(changes), { ...by, action: 'application.update', detail });
      });
    },

    async rotateSecret(
      idOrNamespace: string,
      by: By = {},
    ): Promise<{ client: Client; secret: string; previousExpires: number }> {
      const { id } = await get(idOrNamespace);
      const secret = newToken('azs');
      const previousExpires = clock.now() + ROTATION_OVERLAP_MS;
      const client = await db.write(async (tx) => {
        const { secret_hash: earlier } = await tx
          .selectFrom('clients')
          .select('secret_hash')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const values = {
          previous_secret_hash: earlier,
          previous_secret_expires: previousExpires,
          secret_hash: hashSecret(secret),
        };
        return store(tx, id, values, { ...by, action: 'application.rotate-secret' });
      });
      return { client, secret, previousExpires };
    },

    /** The secret before the last rotation stops working now. Without one nothing changes. */
    async endOverlap(idOrNamespace: string, by: By = {}): Promise<Client> {
      const client = await get(idOrNamespace);
      if (client.previousSecretExpires === undefined) return client;
      const values = { previous_secret_hash: null, previous_secret_expires: null };
      const entry = { ...by, action: 'application.end-secret-overlap' };
      return await db.write((tx) => store(tx, client.id, values, entry));
    },

    /** A disabled application's tokens, and its users', stop being taken with the next request. */
    async setState(idOrNamespace: string, state: Client['state'], by: By = {}): Promise<Client> {
      const { id } = await get(idOrNamespace);
      return await db.write((tx) => store(tx, id, { state }, { ...by, action: `application.${state}` }));
    },

    /** The same of devices, however many sign-ins they have. To be called with few. */
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

    /** It is no longer there for anybody; what hangs on it is taken away afterwards. Its namespace is free again. */
    async markRemoved(tx: Transaction, { id, name, namespace }: Client, by: By): Promise<void> {
      const entry = { ...by, action: 'application.remove', detail: `${name} (${namespace})` };
      await store(tx, id, { state: 'removed', namespace: `removed.${id}` }, entry);
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
