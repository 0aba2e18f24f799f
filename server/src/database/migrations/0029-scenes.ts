import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';
import { createTables } from './create-tables.ts';

/** Adds scenes, and when they were played. */
export const scenes: Migration = {
  up: (db: Kysely<unknown>, types: ColumnTypes) =>
    createTables(db, types, {
      scenes: {
        columns: {
          user_id: 'text',
          id: 'text',
          label: 'text',
          icon: 'text',
          show_in_watch: 'integer',
          settings_json: 'text',
          position: 'integer',
          revision: 'integer',
          created: 'integer',
          updated: 'integer',
        },
        key: ['user_id', 'id'],
        references: { user_id: 'users' },
      },
      scene_plays: {
        columns: {
          user_id: 'text',
          at: 'integer',
          id: 'text',
          scene_id: 'text',
          label: 'text',
          client_id: 'text',
        },
        key: ['user_id', 'at', 'id'],
        references: { user_id: 'users' },
        indexes: [['at']],
      },
    }),
};
