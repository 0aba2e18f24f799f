import type { Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';

/**
 * Adds the order in which managers list their channels: without it, each page of a hundred thousand channels
 * sorts all of them.
 */
export const managersChannels: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('channels_creator_id_removed_id_index')
      .on('channels')
      .columns(['creator_id', 'removed', 'id'])
      .execute();
  },
};
