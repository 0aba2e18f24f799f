import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';
import { createTables } from './create-tables.ts';

/** Adds accounts of applications at makers, and what makers gave people. Both end with their parties. */
export const makerAccounts: Migration = {
  up: (db: Kysely<unknown>, types: ColumnTypes) =>
    createTables(db, types, {
      maker_accounts: {
        columns: {
          manager_id: 'text',
          application_id: 'text',
          client_id: 'text',
          sealed_secret: 'text?',
          origins_json: 'text',
          updated: 'integer',
        },
        key: ['manager_id', 'application_id'],
        references: { manager_id: 'clients', application_id: 'clients' },
        indexes: [['application_id']],
      },
      maker_credentials: {
        columns: {
          manager_id: 'text',
          application_id: 'text',
          user_id: 'text',
          template_id: 'text',
          account_client_id: 'text',
          token_digest: 'text',
          sealed: 'text',
          updated: 'integer',
        },
        key: ['manager_id', 'application_id', 'user_id', 'template_id'],
        references: { manager_id: 'clients', application_id: 'clients', user_id: 'users' },
        indexes: [['application_id'], ['user_id']],
      },
    }),
};
