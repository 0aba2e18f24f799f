import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';
import { createTables, type TableShape } from './create-tables.ts';

const tables: Record<string, TableShape> = {
  history_other_hours: {
    columns: { series_id: 'integer', hour: 'integer', count: 'integer', last: 'integer' },
    key: ['series_id', 'hour'],
    references: { series_id: 'series' },
    isKeyed: true,
  },
};

/**
 * Adds indexes for reads that grow with an installation: they are paged by key, in the order of the index.
 */
export const boundedReads: Migration = {
  async up(db: Kysely<unknown>, types: ColumnTypes) {
    await createTables(db, types, tables);
    await queueRollUp(db as Kysely<SettingsAndHistory>);
    await db.schema
      .createIndex('grants_grantee_id_role_channel_id_index')
      .on('grants')
      .columns(['grantee_id', 'role', 'channel_id'])
      .execute();
    await db.schema
      .createIndex('clients_kind_created_id_index')
      .on('clients')
      .columns(['kind', 'created', 'id'])
      .execute();
    await db.schema.dropIndex('grants_grantee_id_role_index').execute();
  },
};

type SettingsAndHistory = { settings: { name: string; value: string }; history: { time: number } };

/**
 * Queues the existing values for the hourly roll-up, which runs in the background:
 * `telemetry/history/roll-up.ts`.
 */
async function queueRollUp(db: Kysely<SettingsAndHistory>): Promise<void> {
  const any = await db.selectFrom('history').select('time').limit(1).executeTakeFirst();
  if (!any) return;
  const value = JSON.stringify({ series: 0, time: 0, n: -1, before: Date.now() });
  await db.insertInto('settings').values({ name: 'history.roll-up', value }).execute();
}
