import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';
import { createTables } from './create-tables.ts';

/** Adds what people see and change of their own accounts: sessions, and confirmed e-mail addresses. */
export const ownAccounts: Migration = {
  async up(db: Kysely<unknown>, types: ColumnTypes) {
    const { integer, text } = types;
    await db.schema.alterTable('users').addColumn('email_confirmed_at', integer).execute();
    await db.schema
      .alterTable('users')
      .addColumn('must_confirm_email', integer, (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('token_families').addColumn('user_agent', text).execute();
    await db.schema.alterTable('token_families').addColumn('proved_at', integer).execute();
    await createTables(db, types, {
      email_requests: {
        columns: {
          user_id: 'text',
          client_id: 'text',
          email: 'text',
          email_key: 'text',
          password_digest: 'text',
          token_hash: 'text?',
          created: 'integer',
          expires: 'integer',
        },
        key: ['user_id'],
        unique: [['token_hash']],
        references: { user_id: 'users' },
        indexes: [['client_id', 'email_key', 'created'], ['expires']],
      },
    });
  },
};
