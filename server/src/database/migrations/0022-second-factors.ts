import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';
import { createTables } from './create-tables.ts';

/** Adds authenticators and recovery codes of users, and the accounts that wait for their deletion. */
export const secondFactors: Migration = {
  async up(db: Kysely<unknown>, types: ColumnTypes) {
    await createTables(db, types, {
      second_factors: {
        columns: {
          user_id: 'text',
          sealed: 'text',
          since: 'integer?',
          last_step: 'integer=0',
          created: 'integer',
        },
        key: ['user_id'],
        references: { user_id: 'users' },
      },
      recovery_codes: {
        columns: { user_id: 'text', code_hash: 'text', used: 'integer?' },
        key: ['user_id', 'code_hash'],
        references: { user_id: 'users' },
      },
      deletion_requests: {
        columns: { user_id: 'text', requested: 'integer', due: 'integer' },
        key: ['user_id'],
        references: { user_id: 'users' },
        indexes: [['due']],
      },
    });
  },
};
