import { sql, type Updateable } from 'kysely';
import type { Audit, By } from '../../core/audit/index.ts';
import type { Database, Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { Problem } from '../../platform/problem.ts';
import { hashSecret, newToken } from '../../platform/random-token.ts';
import { type Client, toClient } from './client.ts';
import { type ClientSettings, checkClient } from './new-client.ts';

/** The previous secret stays valid after a rotation, so that deployments can be changed one after another. */
const ROTATION_OVERLAP_MS = 24 * 3600 * 1000;

/** Fields left out stay unchanged; null restores the platform's default, or removes the app scheme. */
export type ClientChanges = Partial<Omit<ClientSettings, 'name'>> & { name?: string | undefined };

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  /** Throws `not_found`. */
  get: (idOrNamespace: string) => Promise<Client>;
};

/** Changes clients after their registration. Each function throws `not_found`. */
export function createClientChanges({ db, clock, audit, get }: Dependencies) {
  /** Throws `not_found` when the client was removed meanwhile. */
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
    /** Throws `invalid_request` naming the invalid field. */
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

    /** Ends the validity of the secret before the last rotation. Without such a secret nothing changes. */
    async endOverlap(idOrNamespace: string, by: By = {}): Promise<Client> {
      const client = await get(idOrNamespace);
      if (client.previousSecretExpires === undefined) return client;
      const values = { previous_secret_hash: null, previous_secret_expires: null };
      const entry = { ...by, action: 'application.end-secret-overlap' };
      return await db.write((tx) => store(tx, client.id, values, entry));
    },

    /** Disabling an application invalidates its tokens, and its users' tokens, from the next request. */
    async setState(idOrNamespace: string, state: Client['state'], by: By = {}): Promise<Client> {
      const { id } = await get(idOrNamespace);
      return await db.write((tx) => store(tx, id, { state }, { ...by, action: `application.${state}` }));
    },

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

    /** Hides the client at once and frees its namespace; what depends on it is deleted afterwards. */
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
