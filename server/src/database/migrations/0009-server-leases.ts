import type { Kysely } from 'kysely';
import type { ColumnTypes, Migration } from '../../platform/storage/index.ts';
import { createTables } from './create-tables.ts';

/** Which server uses a PostgreSQL database, until when. On SQLite the lock of the data directory says so. */
export const serverLeases: Migration = {
  up: (db: Kysely<unknown>, types: ColumnTypes) =>
    createTables(db, types, {
      server_leases: {
        columns: {
          name: 'text',
          instance: 'text',
          holder: 'text',
          host: 'text',
          started: 'integer',
          expires: 'integer',
        },
        key: ['name'],
      },
    }),
};
