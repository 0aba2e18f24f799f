import type { ColumnTypes, Migration } from '@azulejo/storage';
import { type Kysely, sql } from 'kysely';

/**
 * Adds whether the user removed a device. Devices that others removed were stored without their name, which
 * tells them apart.
 */
export const authorsOfRemovals: Migration = {
  async up(db: Kysely<unknown>, { integer }: ColumnTypes) {
    await db.schema
      .alterTable('removed_devices')
      .addColumn('is_by_user', integer, (column) => column.notNull().defaultTo(1))
      .execute();
    await sql`update removed_devices set is_by_user = 0 where name = ''`.execute(db);
  },
};
