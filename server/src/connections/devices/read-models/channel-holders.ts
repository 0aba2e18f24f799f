import type { Transaction } from '../../../database/index.ts';

/** Returns the users of the channels. */
export const findHolders = (tx: Transaction, channelIds: readonly string[]) =>
  tx
    .selectFrom('grants')
    .select(['grantee_id as userId', 'channel_id as channelId'])
    .where('channel_id', 'in', channelIds)
    .where('role', '=', 'user')
    .orderBy('grantee_id')
    .execute();
