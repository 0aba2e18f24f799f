import type { Db } from '../../../database/index.ts';

/** Reads the channels that a device created, oldest first. */
export const readChannelsOf = (db: Db, clientId: string) =>
  db.read
    .selectFrom('channels')
    .select(['id', 'name'])
    .where('creator_id', '=', clientId)
    .orderBy('created')
    .orderBy('id')
    .execute();
