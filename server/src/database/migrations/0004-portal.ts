import type { Kysely } from 'kysely';
import type { ColumnTypes, Migration } from '../../platform/storage/index.ts';
import { createTables, type TableShape } from './create-tables.ts';

const tables: Record<string, TableShape> = {
  portal_accounts: {
    columns: {
      id: 'text',
      email: 'text',
      email_key: 'text',
      name: 'text',
      role: 'text',
      state: 'text',
      password_hash: 'text',
      totp_secret: 'text?',
      second_factor_since: 'integer?',
      last_code_step: 'integer=0',
      created: 'integer',
      updated: 'integer',
    },
    key: ['id'],
    unique: [['email_key']],
  },
  portal_recovery_codes: {
    columns: { account_id: 'text', code_hash: 'text', used: 'integer?' },
    key: ['account_id', 'code_hash'],
    references: { account_id: 'portal_accounts' },
  },
  portal_invitations: {
    columns: {
      id: 'text',
      token_hash: 'text',
      email: 'text?',
      role: 'text',
      invited_by: 'text?',
      created: 'integer',
      expires: 'integer',
      account_id: 'text?',
    },
    key: ['id'],
    unique: [['token_hash']],
    indexes: [['expires']],
  },
  portal_sessions: {
    columns: {
      token_hash: 'text',
      id: 'text',
      account_id: 'text',
      csrf_token: 'text',
      state: 'text',
      address: 'text',
      user_agent: 'text',
      created: 'integer',
      last_used: 'integer',
      expires: 'integer',
    },
    key: ['token_hash'],
    unique: [['id']],
    references: { account_id: 'portal_accounts' },
    indexes: [['account_id'], ['expires']],
  },
};

export const portal: Migration = {
  async up(db: Kysely<unknown>, types: ColumnTypes) {
    await createTables(db, types, tables);
    await db.schema.alterTable('templates').addColumn('author_id', types.text).execute();
    await db.schema
      .alterTable('virtual_devices')
      .addColumn('updated', types.integer, (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.createIndex('audit_action_at_index').on('audit').columns(['action', 'at']).execute();
  },
};
