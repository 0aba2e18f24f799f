import type { Transaction } from '../../../database/index.ts';
import { linkTo } from '../texts.ts';

/**
 * Deletes the incidents of a channel for people who are no longer notified of it, with all unsent messages about it:
 * the page to which they lead is gone.
 */
export async function forgetIncidentsIn(
  tx: Transaction,
  { channelId, userIds }: { channelId: string; userIds: readonly string[] },
): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .deleteFrom('notification_incidents')
    .where('channel_id', '=', channelId)
    .where('user_id', 'in', userIds)
    .execute();
  await tx
    .deleteFrom('notification_messages')
    .where('user_id', 'in', userIds)
    .where('link', '=', linkTo(channelId))
    .execute();
}
