import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';
import { createTables } from './create-tables.ts';

/** Adds access tokens of the portal's accounts. They end with their account. */
export const portalTokens: Migration = {
  up: (db: Kysely<unknown>, types: ColumnTypes) =>
    createTables(db, types, {
      portal_tokens: {
        columns: {
          id: 'text',
          token_hash: 'text',
          account_id: 'text',
          name: 'text',
          hint: 'text',
          scopes: 'text',
          created: 'integer',
          expires: 'integer',
          last_used: 'integer?',
        },
        key: ['id'],
        unique: [['token_hash']],
        references: { account_id: 'portal_accounts' },
        indexes: [['account_id', 'created'], ['expires']],
      },
    }),
};
