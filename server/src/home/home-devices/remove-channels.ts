import type { EndedGrant } from '../../core/domain-events/index.ts';
import type { Transaction } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import { raiseHomeRevision } from '../../identity/homes/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { forgetIncidentsIn } from '../notifications/index.ts';
import type { Tiles } from '../tiles/index.ts';
import { recordRemoved } from './removed-devices.ts';

/** Grants ended per transaction, which takes some tens of milliseconds. */
const GRANTS_BATCH_SIZE = 100;

type Dependencies = { channels: Channels; tiles: Tiles; clock: Clock };

/** Removes channels. All removals of channels must go through it. */
export function createRemoveChannels(dependencies: Dependencies) {
  const { channels, clock } = dependencies;

  /**
   * Removes channels from every home, list, topic and count with this transaction. `removal.sweep` deletes
   * what was stored for them, and what does not fit into one transaction. Call it with few channels at a
   * time.
   */
  async function remove(tx: Transaction, channelIds: readonly string[]): Promise<void> {
    if (channelIds.length === 0) return;
    await channels.markRemoved(tx, channelIds);
    await endSomeGrants(tx, dependencies, channelIds);
  }

  /**
   * Ends the grant of a home that has no tile of the channel left. `by` is the person who removed the last one; null
   * when no person did. A channel without users and creator is
   * removed; one that stays with its creator loses its stored data (decision 0045). Returns the
   * event for the creator.
   */
  async function endGrant(
    tx: Transaction,
    channelId: string,
    userId: string,
    by: string | null,
  ): Promise<EndedGrant | undefined> {
    await recordRemoved(tx, { channelId, userIds: [userId], at: clock.now(), by });
    const { left, owner, through } = await channels.endGrant(tx, channelId, userId);
    await forgetIncidentsIn(tx, { channelId, userIds: [userId] });
    if (left === 'abandoned') await remove(tx, [channelId]);
    if (left === 'without-users') await channels.startPeriod(tx, channelId);
    return owner && { owner, channelId, userId, clientId: through, isLast: left === 'without-users' };
  }

  return {
    remove,
    endGrant,

    /** Ends some of the remaining grants on a removed channel. Returns whether there may be more. */
    endGrants: (tx: Transaction, channelId: string): Promise<boolean> =>
      endSomeGrants(tx, dependencies, [channelId]),
  };
}

/**
 * Ends some grants on removed channels and removes their users' tiles. Returns whether more may be left.
 */
async function endSomeGrants(
  tx: Transaction,
  { tiles, clock }: Dependencies,
  channelIds: readonly string[],
): Promise<boolean> {
  const grants = await tx
    .selectFrom('grants')
    .select(['channel_id as channelId', 'grantee_id as granteeId', 'role'])
    .where('channel_id', 'in', channelIds)
    .orderBy('channel_id')
    .orderBy('grantee_id')
    .limit(GRANTS_BATCH_SIZE)
    .execute();
  const users = grants.filter(({ role }) => role === 'user').map(({ granteeId }) => granteeId);
  // Rows are locked in one order, so that transactions do not deadlock.
  const holders = [...new Set(users)].sort();
  for (const id of holders) await raiseHomeRevision(tx, id);
  await tiles.removeOfUsers(tx, holders, channelIds);
  for (const [channelId, ended] of Map.groupBy(grants, (grant) => grant.channelId)) {
    const userIds = ended.filter(({ role }) => role === 'user').map(({ granteeId }) => granteeId);
    await recordRemoved(tx, { channelId, userIds, at: clock.now(), by: null });
    const granteeIds = ended.map(({ granteeId }) => granteeId);
    await tx
      .deleteFrom('grants')
      .where('channel_id', '=', channelId)
      .where('grantee_id', 'in', granteeIds)
      .execute();
    await forgetIncidentsIn(tx, { channelId, userIds: granteeIds });
  }
  return grants.length === GRANTS_BATCH_SIZE;
}
