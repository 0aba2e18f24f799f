import type { ColumnTypes, Migration } from '@azulejo/storage';
import { type Kysely, sql } from 'kysely';
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
  pairing_tickets: {
    columns: {
      ticket_hash: 'text',
      user_id: 'text',
      family_id: 'text',
      template_id: 'text',
      created: 'integer',
      expires: 'integer',
      passed: 'integer?',
    },
    key: ['ticket_hash'],
    references: { user_id: 'users', family_id: 'token_families' },
    indexes: [['user_id', 'template_id'], ['family_id'], ['expires']],
  },
  found_devices: {
    columns: {
      user_id: 'text',
      id: 'text',
      template_id: 'text',
      name: 'text',
      position: 'integer',
      expires: 'integer',
    },
    key: ['user_id', 'id'],
    references: { user_id: 'users' },
    indexes: [['expires']],
  },
  services: {
    columns: { id: 'text', kind: 'text', definition_json: 'text', created: 'integer', updated: 'integer' },
    key: ['id'],
  },
  service_subscriptions: {
    columns: { user_id: 'text', service_id: 'text', created: 'integer' },
    key: ['user_id', 'service_id'],
    references: { user_id: 'users', service_id: 'services' },
    indexes: [['service_id']],
  },
};

const interfaceOf = ({ engine }: ColumnTypes) =>
  engine === 'sqlite'
    ? sql`definition_json -> 'interface' ->> 'uuid'`
    : sql`definition_json::json -> 'interface' ->> 'uuid'`;

export const phoneApps: Migration = {
  async up(db: Kysely<unknown>, types: ColumnTypes) {
    await createTables(db, types, tables);
    await db.schema.alterTable('users').addColumn('photo', types.text).execute();
    await db.schema.alterTable('clients').addColumn('app_scheme', types.text).execute();
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
    await db.schema.alterTable('templates').addColumn('interface_uuid', types.text).execute();
    await sql`update templates set interface_uuid = ${interfaceOf(types)}`.execute(db);
    await db.schema
      .createIndex('templates_interface_uuid_index')
      .on('templates')
      .column('interface_uuid')
      .execute();
    await db.schema
      .alterTable('tile_groups')
      .addColumn('is_context', types.integer, (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
