import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';
import { createTables } from './create-tables.ts';

/**
 * Adds the lease of the server that uses a PostgreSQL database. On SQLite the lock of the data directory is
 * used.
 */
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
