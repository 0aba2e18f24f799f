import type { Db, Transaction } from '../../../database/index.ts';

/** Reads the channels that a device created, oldest first. */
export const readChannelsOf = (db: Db, clientId: string) =>
  db.read
    .selectFrom('channels')
    .select(['id', 'name'])
    .where('creator_id', '=', clientId)
    .orderBy('created')
    .orderBy('id')
    .execute();

/** Returns the users of the channels. */
export const findHolders = (tx: Transaction, channelIds: readonly string[]) =>
  tx
    .selectFrom('grants')
    .select(['grantee_id as userId', 'channel_id as channelId'])
    .where('channel_id', 'in', channelIds)
    .where('role', '=', 'user')
    .orderBy('grantee_id')
    .execute();

/** Returns the devices that exist, by namespace, each with one of its channels. */
export async function findDevices(db: Db, namespaces: readonly string[]) {
  const rows = await db.read
    .selectFrom('clients')
    .innerJoin('channels', 'channels.creator_id', 'clients.id')
    .select(['clients.namespace', 'clients.id as clientId', 'channels.id as channelId'])
    .where('clients.namespace', 'in', namespaces)
    .where('clients.kind', '=', 'device')
    .orderBy('channels.created', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.namespace, row]));
}

/** Returns at most `limit` devices whose namespace begins with `prefix`. */
export const findByPrefix = (db: Db, prefix: string, limit: number) =>
  db.read
    .selectFrom('clients')
    .select('id')
    .where('kind', '=', 'device')
    .where('namespace', '>=', prefix)
    .where('namespace', '<', `${prefix}~`)
    .limit(limit)
    .execute();

/** Returns at most `limit` channels that the devices created. */
export const channelsOfDevices = (tx: Transaction, clientIds: readonly string[], limit: number) =>
  tx.selectFrom('channels').select('id').where('creator_id', 'in', clientIds).limit(limit).execute();
