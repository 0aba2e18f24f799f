import type { Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';

/** Finds the alarms of a channel that have not ended, of which each report of a sensor may end one. */
export const openAlarms: Migration = {
  up: (db: Kysely<unknown>) =>
    db.schema
      .createIndex('alarms_open_index')
      .on('alarms')
      .column('channel_id')
      .where('ended' as never, 'is', null)
      .execute(),
};
