import { sql } from 'kysely';
import type { Audit } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret } from '../../platform/random-token.ts';
import { type Client, type RegisteredClient, toClient, toRegistered } from './client.ts';
import { createClientChanges } from './client-changes.ts';
import { createClientLinks } from './client-links.ts';
import { PORTAL_KIND } from './portal-application.ts';
import { createRegisteredOrigins } from './registered-origins.ts';
import { createRegistration } from './registration.ts';

export type Applications = ReturnType<typeof createApplications>;

export function createApplications({ db, clock, audit }: { db: Db; clock: Clock; audit: Audit }) {
  const byId = prepareById(db);
  const byNamespace = prepareByNamespace(db);

  /** Finds an application by `client_id` only, which is how sign-in names it. */
  async function findById(id: string): Promise<Client | undefined> {
    const row = await byId.get({ id });
    return row && toClient(row);
  }

  async function find(idOrNamespace: string): Promise<Client | undefined> {
    const client = await findById(idOrNamespace);
    if (client) return client;
    const row = await byNamespace.get({ namespace: idOrNamespace });
    return row && toClient(row);
  }

  /** Throws `not_found` naming the client. */
  async function get(idOrNamespace: string): Promise<Client> {
    const client = await find(idOrNamespace);
    if (!client) throw new ApiError('not_found', { detail: `There is no application "${idOrNamespace}".` });
    return client;
  }

  return {
    findById,
    find,
    get,

    /** Returns all clients except devices, of which there may be many thousands. */
    list: async (): Promise<RegisteredClient[]> => {
      const rows = await db.read
        .selectFrom('clients')
        .selectAll()
        .where('kind', 'in', ['application', 'manager'])
        .where('state', '<>', 'removed')
        .orderBy('created')
        .orderBy('id')
        .execute();
      return rows.flatMap((row) => (row.type === 'device' ? [] : toRegistered(row, row.type)));
    },

    /** Returns the client when id and secret belong together and it is enabled. */
    async authenticate(id: string, secret: string): Promise<Client | undefined> {
      const row = await byId.get({ id });
      if (row?.state !== 'enabled') return undefined;
      const hash = hashSecret(secret);
      const isPrevious =
        row.previous_secret_hash === hash && (row.previous_secret_expires ?? 0) > clock.now();
      return row.secret_hash === hash || isPrevious ? toClient(row) : undefined;
    },

    ...createRegistration({ db, clock, audit }),
    ...createClientChanges({ db, clock, audit, get }),
    ...createClientLinks({ db, clock, audit, get }),
    isRegisteredOrigin: createRegisteredOrigins(db, clock),
  };
}

const prepareById = (db: Db) =>
  db.prepare<{ id: string }>()((kysely, p) =>
    kysely
      .selectFrom('clients')
      .selectAll()
      .where('id', '=', p('id'))
      .where('kind', '<>', sql.lit(PORTAL_KIND))
      .where('state', '<>', 'removed'),
  );

const prepareByNamespace = (db: Db) =>
  db.prepare<{ namespace: string }>()((kysely, p) =>
    kysely
      .selectFrom('clients')
      .selectAll()
      .where('namespace', '=', p('namespace'))
      .where('kind', '<>', sql.lit(PORTAL_KIND))
      .where('state', '<>', 'removed'),
  );
