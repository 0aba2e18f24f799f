import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';
import { createTables } from './create-tables.ts';

/** Adds agents (automations), and the definitions that they had. */
export const agents: Migration = {
  up: (db: Kysely<unknown>, types: ColumnTypes) =>
    createTables(db, types, {
      agents: {
        columns: {
          user_id: 'text',
          id: 'text',
          label: 'text',
          enabled: 'integer',
          position: 'integer',
          version: 'integer',
          definition_json: 'text',
          origin: 'text',
          stopped_json: 'text?',
          last_run: 'integer?',
          last_outcome: 'text?',
          next_run: 'integer?',
          revision: 'integer',
          created: 'integer',
          updated: 'integer',
        },
        key: ['user_id', 'id'],
        references: { user_id: 'users' },
      },
      agent_versions: {
        columns: {
          user_id: 'text',
          agent_id: 'text',
          version: 'integer',
          definition_json: 'text',
          author_id: 'text?',
          client_id: 'text?',
          created: 'integer',
        },
        key: ['user_id', 'agent_id', 'version'],
        references: { user_id: 'users' },
      },
    }),
};
