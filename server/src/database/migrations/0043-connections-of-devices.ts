import type { Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';

/** The connections of devices are stored with those of managers. */
export const connectionsOfDevices: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('manager_connections').renameColumn('manager_id', 'client_id').execute();
    await schema.alterTable('manager_connections').renameTo('client_connections').execute();
  },
};
