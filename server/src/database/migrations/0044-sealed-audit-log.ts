import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';
import { createTables } from './create-tables.ts';

/** Chains the entries of the audit log by hashes. Those that exist are sealed after the start. */
export const sealedAuditLog: Migration = {
  async up(db: Kysely<unknown>, types: ColumnTypes) {
    await db.schema.alterTable('audit').addColumn('seal', types.integer).execute();
    await db.schema.createIndex('audit_seal_at_id_index').on('audit').columns(['seal', 'at', 'id']).execute();
    await createTables(db, types, {
      audit_seals: {
        columns: { n: 'identity', at: 'integer', is_refusal: 'integer', hash: 'text', chain: 'text' },
      },
    });
  },
};
