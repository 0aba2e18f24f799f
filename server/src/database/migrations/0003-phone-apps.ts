import type { Kysely } from 'kysely';
import type { ColumnTypes, Migration } from '../../platform/storage/index.ts';
import { createTables, type TableShape } from './create-tables.ts';

const tables: Record<string, TableShape> = {
  user_preferences: {
    columns: {
      user_id: 'text',
      preferences_json: 'text',
      legacy_json: 'text',
      location_sharing: 'integer?',
      revision: 'integer=1',
      updated: 'integer',
    },
    key: ['user_id'],
    references: { user_id: 'users' },
  },
  places: {
    columns: {
      user_id: 'text',
      id: 'text',
      name: 'text',
      address: 'text',
      latitude: 'real',
      longitude: 'real',
      wifi_json: 'text',
      created: 'integer',
      updated: 'integer',
    },
    key: ['user_id', 'id'],
    references: { user_id: 'users' },
  },
  survey_responses: {
    columns: { user_id: 'text', id: 'text', survey: 'text', answers_json: 'text', created: 'integer' },
    key: ['user_id', 'id'],
    references: { user_id: 'users' },
  },
  password_resets: {
    columns: {
      user_id: 'text',
      token_hash: 'text',
      password_digest: 'text',
      created: 'integer',
      expires: 'integer',
    },
    key: ['user_id'],
    unique: [['token_hash']],
    references: { user_id: 'users' },
  },
  pending_mails: {
    columns: {
      client_id: 'text',
      email_key: 'text',
      kind: 'text',
      address: 'text',
      created: 'integer',
      attempts: 'integer=0',
      due: 'integer',
    },
    key: ['client_id', 'email_key', 'kind'],
    references: { client_id: 'clients' },
    indexes: [['due']],
  },
};

export const phoneApps: Migration = {
  async up(db: Kysely<unknown>, types: ColumnTypes) {
    await createTables(db, types, tables);
    await db.schema.alterTable('users').addColumn('photo', types.text).execute();
    await db.schema
      .alterTable('channels')
      .addColumn('context_of', types.text, (column) => column.references('users.id').onDelete('cascade'))
      .execute();
    await db.schema
      .createIndex('channels_context_of_index')
      .unique()
      .on('channels')
      .column('context_of')
      .execute();
    await db.schema
      .alterTable('tile_groups')
      .addColumn('is_context', types.integer, (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
