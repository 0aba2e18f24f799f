import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';
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
  portal_known_addresses: {
    columns: { account_id: 'text', address: 'text', last_used: 'integer' },
    key: ['account_id', 'address'],
    references: { account_id: 'portal_accounts' },
    indexes: [['last_used']],
  },
  portal_password_links: {
    columns: {
      account_id: 'text',
      token_hash: 'text',
      resets_second_factor: 'integer',
      created: 'integer',
      expires: 'integer',
    },
    key: ['account_id'],
    unique: [['token_hash']],
    references: { account_id: 'portal_accounts' },
  },
};

export const portal: Migration = {
  async up(db: Kysely<unknown>, types: ColumnTypes) {
    await createTables(db, types, tables);
    await db.schema.alterTable('templates').addColumn('author_id', types.text).execute();
    await db.schema.alterTable('tiles').addColumn('photo', types.text).execute();
    await db.schema.alterTable('templates').addColumn('removed', types.integer).execute();
    await db.schema
      .createIndex('channels_template_index')
      .on('channels')
      .columns(['template_id', 'template_version', 'id'])
      .execute();
    await db.schema
      .alterTable('virtual_devices')
      .addColumn('updated', types.integer, (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('virtual_devices')
      .addColumn('held_json', types.text, (column) => column.notNull().defaultTo('[]'))
      .execute();
    await addUserColumns(db, types);
    await db.schema.createIndex('clients_state_index').on('clients').column('state').execute();
    await db.schema.alterTable('pairing_tickets').addColumn('redirect_uri', types.text).execute();
    for (const column of ['action', 'target_id'])
      await db.schema.createIndex(`audit_${column}_at_index`).on('audit').columns([column, 'at']).execute();
  },
};

/** Adds the columns by which the portal searches users and their sessions. */
async function addUserColumns(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('name_key', types.text, (column) => column.notNull().defaultTo(''))
    .execute();
  await fillNameKeys(db as Kysely<{ users: { id: string; name: string; name_key: string } }>);
  for (const columns of [['email_key'], ['name_key', 'id'], ['client_id', 'name_key', 'id']]) {
    const name = `users_${columns.join('_')}_index`;
    await db.schema.createIndex(name).on('users').columns(columns).execute();
  }
  await db.schema.alterTable('token_families').addColumn('address', types.text).execute();
  await db.schema
    .alterTable('token_families')
    .addColumn('last_used', types.integer, (column) => column.notNull().defaultTo(0))
    .execute();
}

/**
 * Fills the search names like `nameKey` of the users does. Neither database engine normalises letters this
 * way.
 */
async function fillNameKeys(
  db: Kysely<{ users: { id: string; name: string; name_key: string } }>,
): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('users')
      .select(['id', 'name'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(500)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    for (const { id, name } of rows) {
      const key = name.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();
      await db.updateTable('users').set({ name_key: key }).where('id', '=', id).execute();
    }
    after = last.id;
  }
}
