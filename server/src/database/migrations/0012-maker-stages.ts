import type { ColumnTypes, Migration } from '@azulejo/storage';
import { type Kysely, sql } from 'kysely';

/** Adds how far people have come at the maker of a device, and what the maker listed. */
export const makerStages: Migration = {
  async up(db: Kysely<unknown>, types: ColumnTypes) {
    const { schema } = db;
    await schema.alterTable('pairing_tickets').renameColumn('passed', 'consented').execute();
    await schema
      .alterTable('pairing_tickets')
      .addColumn('stage', types.text, (column) => column.notNull().defaultTo('issued'))
      .execute();
    for (const column of ['manager_id', 'state_hash', 'cookie_hash', 'sealed'])
      await schema.alterTable('pairing_tickets').addColumn(column, types.text).execute();
    await schema.alterTable('pairing_tickets').addColumn('received', types.integer).execute();
    await schema
      .createIndex('pairing_tickets_state_hash_index')
      .on('pairing_tickets')
      .column('state_hash')
      .execute();
    // Consents that people gave shortly before the upgrade still hold.
    await sql`
      update pairing_tickets set manager_id =
        (select manager_id from template_makers where template_makers.template_id = pairing_tickets.template_id)
    `.execute(db);
    await sql`
      update pairing_tickets set stage = 'received', received = consented where consented is not null
    `.execute(db);
    await addFoundColumns(db, types);
  },
};

async function addFoundColumns({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  for (const column of ['manager_id', 'photo_url', 'channel_id'])
    await schema.alterTable('found_devices').addColumn(column, types.text).execute();
  await schema
    .alterTable('found_devices')
    .addColumn('remote_key', types.text, (column) => column.notNull().defaultTo(''))
    .execute();
  await schema
    .alterTable('found_devices')
    .addColumn('added', types.integer, (column) => column.notNull().defaultTo(0))
    .execute();
}
