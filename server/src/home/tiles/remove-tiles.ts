import type { Transaction } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { findTileChannel } from './read-models/tile-channel.ts';

/** Removes the tiles of some users for some channels. */
export async function removeTilesOfUsers(
  tx: Transaction,
  userIds: readonly string[],
  channelIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  const removed = await tx
    .deleteFrom('tiles')
    .where('user_id', 'in', userIds)
    .where('channel_id', 'in', channelIds)
    .returning(['user_id as userId', 'id'])
    .execute();
  for (const [userId, tiles] of Map.groupBy(removed, (tile) => tile.userId))
    await tx
      .deleteFrom('tile_group_members')
      .where('user_id', '=', userId)
      .where(
        'tile_id',
        'in',
        tiles.map(({ id }) => id),
      )
      .execute();
}

/**
 * Removes a tile. Returns its channel, and whether it was its last. Throws `not_found` or `forbidden`.
 */
export async function removeTile(
  tx: Transaction,
  userId: string,
  tileId: string,
): Promise<{ channelId: string; isLast: boolean }> {
  const { channelId, isContext } = await tileIn(tx, userId, tileId);
  if (isContext)
    throw new ApiError('forbidden', { detail: 'The tiles of a user’s own context cannot be removed.' });
  await removeMembers(tx, userId, tileId);
  await tx.deleteFrom('tiles').where('user_id', '=', userId).where('id', '=', tileId).execute();
  const left = await tx
    .selectFrom('tiles')
    .select('id')
    .where('user_id', '=', userId)
    .where('channel_id', '=', channelId)
    .executeTakeFirst();
  return { channelId, isLast: left === undefined };
}

/** Returns the channel of a tile. Throws `not_found`. */
export async function tileIn(tx: Transaction, userId: string, tileId: string) {
  const row = await findTileChannel(tx, userId, tileId);
  if (!row) throw new ApiError('not_found', { detail: `There is no tile "${tileId}".` });
  return { channelId: row.channelId, isContext: row.contextOf !== null };
}

/** Takes a tile out of its groups. */
export async function removeMembers(tx: Transaction, userId: string, tileId: string): Promise<void> {
  await tx
    .deleteFrom('tile_group_members')
    .where('user_id', '=', userId)
    .where('tile_id', '=', tileId)
    .execute();
}
