import type { Transaction } from '../../../database/index.ts';
import { retractIn, tagOf } from '../outbox/index.ts';
import type { EpisodeRow } from './plan-episodes.ts';

/** Returns the tag of the messages about an episode. */
export const tagOfEpisode = (row: EpisodeRow): string =>
  tagOf(row.channel_id, row.component_id, row.property_id, row.kind, row.began);

/**
 * Deletes the episodes of a channel for people who are no longer notified of it, with the unsent messages about them:
 * the page to which such a message leads is gone.
 */
export async function forgetEpisodesIn(
  tx: Transaction,
  { channelId, userIds, now }: { channelId: string; userIds: readonly string[]; now: number },
): Promise<void> {
  if (userIds.length === 0) return;
  const rows = await tx
    .deleteFrom('notification_episodes')
    .where('channel_id', '=', channelId)
    .where('user_id', 'in', userIds)
    .returningAll()
    .execute();
  for (const row of rows) await retractIn(tx, { userId: row.user_id, tag: tagOfEpisode(row), now });
}
