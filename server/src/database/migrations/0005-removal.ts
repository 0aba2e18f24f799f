import type { ColumnTypes, Migration } from '@azulejo/storage';
import { type Kysely, sql } from 'kysely';

export const removal: Migration = {
  async up(db: Kysely<unknown>, types: ColumnTypes) {
    const { schema } = db;
    await schema.alterTable('channels').addColumn('removed', types.integer).execute();
    await schema
      .alterTable('channels')
      .addColumn('period', types.integer, (column) => column.notNull().defaultTo(0))
      .execute();
    // Partial indexes: they are nearly always empty, so querying them costs nothing.
    await schema
      .createIndex('channels_removed_index')
      .on('channels')
      .column('id')
      .where(sql.ref('removed'), 'is not', null)
      .execute();
    await schema
      .createIndex('users_removed_index')
      .on('users')
      .column('id')
      .where(sql.ref('state'), '=', sql.lit('removed'))
      .execute();
    for (const table of ['password_resets', 'portal_password_links'])
      await schema.createIndex(`${table}_expires_index`).on(table).column('expires').execute();
    if (types.engine === 'sqlite') await neverReuseSeriesIds(db);
  },
};

/**
 * Rebuilds the table with AUTOINCREMENT. Without it, SQLite reuses the number of a series that was deleted
 * last (sqlite.org/autoinc.html); PostgreSQL never does. The table is rebuilt as in
 * sqlite.org/lang_altertable.html 7, while foreign keys are off.
 */
async function neverReuseSeriesIds(db: Kysely<unknown>): Promise<void> {
  await sql`create table series_rebuilt (
    id integer primary key autoincrement,
    channel_id text not null,
    component_id text not null,
    property_id text not null,
    constraint series_channel_id_component_id_property_id_unique unique (channel_id, component_id, property_id),
    constraint series_channel_id_reference foreign key (channel_id) references channels (id) on delete cascade
  ) strict`.execute(db);
  await sql`insert into series_rebuilt select id, channel_id, component_id, property_id from series`.execute(
    db,
  );
  await sql`drop table series`.execute(db);
  await sql`alter table series_rebuilt rename to series`.execute(db);
}
