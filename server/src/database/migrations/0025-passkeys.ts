import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';
import { createTables } from './create-tables.ts';

/** Adds passkeys of users, and with which one a sign-in was started. */
export const passkeys: Migration = {
  async up(db: Kysely<unknown>, types: ColumnTypes) {
    await createTables(db, types, {
      passkeys: {
        columns: {
          id: 'text',
          user_id: 'text',
          credential_id: 'text',
          relying_party: 'text',
          name: 'text',
          public_key: 'text',
          counter: 'integer=0',
          transports_json: 'text',
          is_synced: 'integer=0',
          created: 'integer',
          last_used: 'integer?',
        },
        key: ['id'],
        unique: [['credential_id']],
        references: { user_id: 'users' },
        indexes: [['user_id', 'id']],
      },
    });
    await db.schema.alterTable('token_families').addColumn('passkey_id', types.text).execute();
  },
};
