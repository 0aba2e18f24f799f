import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';
import { createTables } from './create-tables.ts';

/** Adds which managers were connected, so that their absence is noticed after a restart as well. */
export const managerConnections: Migration = {
  async up(db: Kysely<unknown>, types: ColumnTypes) {
    await createTables(db, types, {
      manager_connections: {
        columns: { manager_id: 'text', gone_since: 'integer?', reported_until: 'integer?' },
        key: ['manager_id'],
        references: { manager_id: 'clients' },
      },
    });
  },
};
