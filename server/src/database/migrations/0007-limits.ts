import type { ColumnTypes, Migration } from '@azulejo/storage';
import { type Kysely, sql } from 'kysely';

export const limits: Migration = {
  async up(db: Kysely<unknown>, types: ColumnTypes) {
    await db.schema
      .alterTable('audit')
      .addColumn('is_refusal', types.integer, (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update audit set is_refusal = 1 where action like 'refused.%' or action like '%.refused'`.execute(
      db,
    );
    await db.schema
      .createIndex('audit_is_refusal_at_index')
      .on('audit')
      .columns(['is_refusal', 'at', 'id'])
      .execute();
    // The address of the last refresh, and the first other network that fetched the same successor.
    for (const name of ['rotated_address', 'shared_address'])
      await db.schema.alterTable('token_families').addColumn(name, types.text).execute();
    await db.schema.alterTable('token_families').addColumn('shared_at', types.integer).execute();
    // Orders a client's own sign-ins by last use, the oldest first.
    await db.schema
      .createIndex('token_families_client_id_user_id_last_used_index')
      .on('token_families')
      .columns(['client_id', 'user_id', 'last_used'])
      .execute();
  },
};
