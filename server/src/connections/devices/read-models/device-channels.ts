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

/** Reads the channels of one user's devices in the order of their creation, or of all without a user. */
export function readDeviceChannels(db: Db, userId: string | undefined) {
  let query = db.read
    .selectFrom('channels')
    .innerJoin('clients', 'clients.id', 'channels.creator_id')
    .select(['clients.id as clientId', 'channels.id', 'channels.name'])
    .where('clients.kind', '=', 'device')
    .where('clients.state', '<>', 'removed');
  if (userId !== undefined) {
    query = query
      .innerJoin('grants', 'grants.channel_id', 'channels.id')
      .where('grants.grantee_id', '=', userId)
      .where('grants.role', '=', 'user');
  }
  return query.orderBy('clients.created').orderBy('clients.id').execute();
}
