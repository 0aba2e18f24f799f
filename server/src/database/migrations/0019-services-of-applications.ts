import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';
import { createTables } from './create-tables.ts';

/** Adds what application managers set: the addresses of an application, and where a service is activated. */
export const servicesOfApplications: Migration = {
  async up(db: Kysely<unknown>, types: ColumnTypes) {
    await createTables(db, types, {
      application_webhooks: {
        columns: { application_id: 'text', quote_actions_json: 'text', updated: 'integer' },
        key: ['application_id'],
        references: { application_id: 'clients' },
      },
    });
    await db.schema
      .alterTable('services')
      .addColumn('application_id', types.text, (column) =>
        // The service stays, and is the operator's alone again.
        column.references('clients.id').onDelete('set null'),
      )
      .execute();
    await db.schema.alterTable('services').addColumn('activation_uri', types.text).execute();
    await db.schema
      .createIndex('services_application_id_index')
      .on('services')
      .column('application_id')
      .execute();
    // The platform uses it to find out whether somebody consented through an application.
    await db.schema
      .createIndex('pairing_tickets_manager_id_template_id_consented_index')
      .on('pairing_tickets')
      .columns(['manager_id', 'template_id', 'consented'])
      .execute();
  },
};
