import type { ColumnTypes, Migration } from '@azulejo/storage';
import { type Kysely, sql } from 'kysely';
import { createTables } from './create-tables.ts';

/** Adds which manager makes the devices of a template, and which channels users allow managers to add. */
export const templateMakers: Migration = {
  async up(db: Kysely<unknown>, types: ColumnTypes) {
    await createTables(db, types, {
      template_makers: {
        columns: { template_id: 'text', manager_id: 'text', created: 'integer' },
        key: ['template_id'],
        references: { manager_id: 'clients' },
        indexes: [['manager_id']],
      },
      pairing_grants: {
        columns: { user_id: 'text', channel_id: 'text', granted: 'integer' },
        key: ['user_id', 'channel_id'],
        references: { user_id: 'users', channel_id: 'channels' },
        indexes: [['channel_id']],
      },
    });
    // A manager that already makes devices of a kind stays its maker, unless several do.
    await sql`
      insert into template_makers (template_id, manager_id, created)
      select channels.template_id, min(clients.id), min(channels.created)
      from channels inner join clients on clients.id = channels.creator_id
      where clients.kind = 'manager'
      group by channels.template_id
      having count(distinct clients.id) = 1
    `.execute(db);
  },
};
