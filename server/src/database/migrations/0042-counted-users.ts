import type { Migration } from '@azulejo/storage';
import { type Kysely, sql } from 'kysely';

/**
 * Adds the indexes by which users of applications are counted, virtual devices are listed, and old grants of pairings
 * are found.
 */
export const countedUsers: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createIndex('users_client_id_index')
      .on('users')
      .column('client_id')
      .where(sql.ref('state'), '<>', sql.lit('removed'))
      .execute();
    await schema
      .createIndex('virtual_devices_created_channel_id_index')
      .on('virtual_devices')
      .columns(['created', 'channel_id'])
      .execute();
    await schema.createIndex('pairing_grants_granted_index').on('pairing_grants').column('granted').execute();
  },
};
