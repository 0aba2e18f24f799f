import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';
import { createTables } from './create-tables.ts';

/** Adds at which place each person is, and what that follows from. */
export const presences: Migration = {
  up: (db: Kysely<unknown>, types: ColumnTypes) =>
    createTables(db, types, {
      presences: {
        columns: {
          user_id: 'text',
          state_json: 'text',
          due: 'integer?',
          revision: 'integer',
          updated: 'integer',
        },
        key: ['user_id'],
        references: { user_id: 'users' },
        indexes: [['due']],
      },
    }),
};
