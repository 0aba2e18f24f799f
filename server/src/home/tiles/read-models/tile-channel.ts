import type { Transaction } from '../../../database/index.ts';

/** Returns the channel of a user's tile, and whose context it is if it is one; undefined without such a tile. */
export const findTileChannel = (tx: Transaction, userId: string, tileId: string) =>
  tx
    .selectFrom('tiles')
    .innerJoin('channels', 'channels.id', 'tiles.channel_id')
    .select(['tiles.channel_id as channelId', 'channels.context_of as contextOf'])
    .where('tiles.user_id', '=', userId)
    .where('tiles.id', '=', tileId)
    .executeTakeFirst();
