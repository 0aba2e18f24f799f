import type { Transaction } from '../../../database/index.ts';
import { grantInForce } from '../grant-in-force.ts';

/** Returns the client that created the channel, and one of its users, each null when there is none. */
export const findOwnerAndUser = (tx: Transaction, channelId: string, now: number) =>
  tx
    .selectFrom('channels')
    .leftJoin('clients', 'clients.id', 'channels.creator_id')
    .leftJoin('grants', (join) =>
      join
        .onRef('grants.channel_id', '=', 'channels.id')
        .on('grants.role', '=', 'user')
        .on(grantInForce(now)),
    )
    .select(['clients.id as ownerId', 'clients.kind as ownerKind', 'grants.grantee_id as userId'])
    .where('channels.id', '=', channelId)
    .limit(1)
    .executeTakeFirst();
