import type { Transaction } from '../../../database/index.ts';

/** Returns the name of a channel; undefined when it does not exist. */
export async function findChannelName(tx: Transaction, channelId: string): Promise<string | undefined> {
  const channel = await tx
    .selectFrom('channels')
    .select('name')
    .where('id', '=', channelId)
    .executeTakeFirst();
  return channel?.name;
}
