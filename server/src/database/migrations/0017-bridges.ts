import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';
import { createTables } from './create-tables.ts';

/** Adds bridges, which end with their managers, and whose devices they offer to whom. */
export const bridges: Migration = {
  up: (db: Kysely<unknown>, types: ColumnTypes) =>
    createTables(db, types, {
      bridges: {
        columns: {
          manager_id: 'text',
          type: 'text',
          mqtt_url: 'text',
          username: 'text?',
          base_topic: 'text',
          sealed: 'text',
          creator_id: 'text?',
          revision: 'integer=1',
          state: 'text=waiting',
          problem: 'text=',
          version: 'text=',
          restarts: 'integer=0',
          seen: 'integer=0',
          created: 'integer',
        },
        key: ['manager_id'],
        references: { manager_id: 'clients' },
      },
      bridge_users: {
        columns: { manager_id: 'text', user_id: 'text' },
        key: ['manager_id', 'user_id'],
        references: { manager_id: 'clients', user_id: 'users' },
        indexes: [['user_id']],
      },
    }),
};
