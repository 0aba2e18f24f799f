import type { ColumnTypes, Migration } from '@azulejo/storage';
import { type Kysely, sql } from 'kysely';
import { createTables } from './create-tables.ts';

/** Adds which application manages a device, how it connects, and the code with which a person claims it. */
export const devices: Migration = {
  async up(db: Kysely<unknown>, types: ColumnTypes) {
    await createTables(db, types, {
      devices: {
        columns: {
          client_id: 'text',
          application_id: 'text?',
          single_connection: 'integer=0',
          claim_hash: 'text?',
          claim_expires: 'integer?',
          claimed: 'integer?',
          created: 'integer',
        },
        key: ['client_id'],
        unique: [['claim_hash']],
        references: { client_id: 'clients' },
        indexes: [
          ['created', 'client_id'],
          ['application_id', 'created', 'client_id'],
        ],
      },
    });
    // A device is managed by the application of the people who have it.
    await sql`
      insert into devices (client_id, application_id, created)
      select clients.id, min(grants.grantee_id), clients.created
      from clients
      left join channels on channels.creator_id = clients.id
      left join grants on grants.channel_id = channels.id and grants.role = 'application'
      where clients.kind = 'device'
      group by clients.id, clients.created
    `.execute(db);
  },
};
