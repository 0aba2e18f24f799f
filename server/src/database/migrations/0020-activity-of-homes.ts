import type { ColumnTypes, Migration } from '@azulejo/storage';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { createTables } from './create-tables.ts';

/** Adds what the activity of a home reads: values that somebody requested, and devices that were removed. */
export const activityOfHomes: Migration = {
  async up(db: Kysely<unknown>, types: ColumnTypes) {
    // Partial indexes, because nearly all values are reports.
    const isRequested = sql<SqlBool>`substr(cause, 1, 8) = 'command:'`;
    await db.schema
      .createIndex('history_requested_index')
      .on('history')
      .columns(['series_id', 'time'])
      .where(isRequested)
      .execute();
    await db.schema
      .createIndex('history_requested_by_index')
      .on('history')
      .columns(['on_behalf_of', 'series_id', 'time'])
      .where(isRequested)
      .execute();
    await createTables(db, types, {
      removed_devices: {
        columns: { user_id: 'text', at: 'integer', id: 'text', channel_id: 'text', name: 'text' },
        key: ['user_id', 'at', 'id'],
        references: { user_id: 'users' },
        indexes: [['at']],
      },
    });
  },
};
