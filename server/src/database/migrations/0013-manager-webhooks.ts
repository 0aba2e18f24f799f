import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';
import { createTables } from './create-tables.ts';

/** Adds the webhooks of managers, and the order in which a manager lists its channels of a template. */
export const managerWebhooks: Migration = {
  async up(db: Kysely<unknown>, types: ColumnTypes) {
    await createTables(db, types, {
      manager_webhooks: {
        columns: {
          manager_id: 'text',
          authorize_url: 'text?',
          receive_token_url: 'text?',
          devices_list_url: 'text?',
          select_device_url: 'text?',
          updated: 'integer',
        },
        key: ['manager_id'],
        references: { manager_id: 'clients' },
      },
    });
    await db.schema
      .createIndex('channels_creator_id_template_id_id_index')
      .on('channels')
      .columns(['creator_id', 'template_id', 'id'])
      .execute();
  },
};
