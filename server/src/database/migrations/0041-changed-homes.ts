import type { ColumnTypes, Migration } from '@azulejo/storage';
import { type Kysely, sql } from 'kysely';

/**
 * Adds the revisions of a home that jobs have handled, with indexes of the homes that have a newer one. The jobs
 * compared the revisions of all homes to find these.
 */
export const changedHomes: Migration = {
  async up(db: Kysely<unknown>, { integer }: ColumnTypes) {
    for (const column of ['agents_revision', 'devices_revision']) {
      await db.schema
        .alterTable('users')
        .addColumn(column, integer, (definition) => definition.notNull().defaultTo(0))
        .execute();
    }
    await sql`update users set
      agents_revision = coalesce(
        (select coalesce(revision, -1) from agent_homes where user_id = users.id), home_revision),
      devices_revision = coalesce(
        (select home_revision from notification_recipients where user_id = users.id), home_revision)`.execute(
      db,
    );
    for (const column of ['agents_revision', 'devices_revision']) {
      await db.schema
        .createIndex(`users_${column}_index`)
        .on('users')
        .column('id')
        .where(sql<boolean>`state = 'active' and home_revision <> ${sql.ref(column)}`)
        .execute();
    }
    await db.schema.alterTable('notification_recipients').dropColumn('home_revision').execute();
  },
};
