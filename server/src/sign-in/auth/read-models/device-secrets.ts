import { jsonRows } from '@azulejo/storage';
import type { Db } from '../../../database/index.ts';

/** Finds a client with its secrets and, for a device, how it may connect. */
export const prepareClientSecrets = (db: Db) =>
  db.prepare<{ id: string }>()((kysely, p) =>
    kysely
      .selectFrom('clients')
      .leftJoin('devices', 'devices.client_id', 'clients.id')
      .select([
        'clients.id',
        'clients.kind',
        'clients.state',
        'clients.scopes_json as scopes',
        'clients.secret_hash as hash',
        'clients.previous_secret_hash as previousHash',
        'clients.previous_secret_expires as previousExpires',
        'devices.single_connection as single',
      ])
      .where('clients.id', '=', p('id'))
      .where('clients.state', '<>', 'removed'),
  );

export type ClientSecrets = NonNullable<Awaited<ReturnType<ReturnType<typeof prepareClientSecrets>['get']>>>;

/** Finds those of the secrets that their devices may still use. */
export const prepareActiveSecrets = (db: Db) =>
  db.prepare<{ secrets: string; now: number }>()((kysely, p) =>
    kysely
      .selectFrom(
        jsonRows<{ client_id: string; hash: string }>(db.engine, p('secrets'), {
          client_id: 'text',
          hash: 'text',
        }).as('given'),
      )
      // SQLite keeps the order of a cross join; else it may scan all clients once per secret.
      .crossJoin('clients')
      .select('given.hash')
      .whereRef('clients.id', '=', 'given.client_id')
      .where('clients.state', '=', 'enabled')
      .where((eb) =>
        eb.or([
          eb('clients.secret_hash', '=', eb.ref('given.hash')),
          eb.and([
            eb('clients.previous_secret_hash', '=', eb.ref('given.hash')),
            eb('clients.previous_secret_expires', '>', p('now')),
          ]),
        ]),
      ),
  );
