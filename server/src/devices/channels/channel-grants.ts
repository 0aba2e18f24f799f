import type { ClientOwner } from '../../core/access/index.ts';
import type { Transaction } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { grantInForce } from './grant-in-force.ts';
import { findOwnerAndUser } from './read-models/channel-of-user.ts';

type Dependencies = {
  clock: Clock;
  /** Detaches a channel from what it stored for earlier users. */
  startPeriod: (tx: Transaction, channelId: string) => Promise<void>;
  maxUsersPerChannel: number;
};

type EndedGrant = {
  /** Who still has a grant in force: users, only the client that created the channel, or neither. */
  left: 'users' | 'without-users' | 'abandoned';
  /** The client that created the channel. */
  owner: ClientOwner | undefined;
  /** The application through which the grant was given. */
  through: string | undefined;
};

/** Gives and ends the grants of users and applications on channels. */
export function createChannelGrants({ clock, startPeriod, maxUsersPerChannel }: Dependencies) {
  return {
    /**
     * Grants access. Granting again is normal and succeeds (manager-sdk 5.1); an expired grant is renewed.
     * Returns whether the grant is new or renewed. Throws `quota_exceeded` when the channel has too many users.
     */
    async grant(
      tx: Transaction,
      channelId: string,
      grantee: { id: string; role: 'application' | 'user'; through: string },
    ): Promise<boolean> {
      const now = clock.now();
      if (grantee.role === 'user' && (await isBetweenUsers(tx, channelId, now)))
        await startPeriod(tx, channelId);
      const inserted = await tx
        .insertInto('grants')
        .values({
          channel_id: channelId,
          grantee_id: grantee.id,
          role: grantee.role,
          requesting_client_id: grantee.through,
          expires: null,
          created: now,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['channel_id', 'grantee_id', 'role'])
            .doUpdateSet({ requesting_client_id: grantee.through, expires: null, created: now })
            .where('grants.expires', '<=', now),
        )
        .returning('channel_id')
        .executeTakeFirst();
      if (inserted && grantee.role === 'user') await requireRoom(tx, channelId, maxUsersPerChannel);
      return inserted !== undefined;
    },

    /** Backdates the user's grants to `since`, for a home with a generated past (decision 0045). */
    async backdateGrants(tx: Transaction, userId: string, since: number): Promise<void> {
      await tx
        .updateTable('grants')
        .set({ created: since })
        .where('grantee_id', '=', userId)
        .where('role', '=', 'user')
        .where('created', '>', since)
        .execute();
    },

    /** Ends the grant of a user. Returns who is left. */
    endGrant: (tx: Transaction, channelId: string, userId: string): Promise<EndedGrant> =>
      endGrant(tx, channelId, userId, clock.now()),
  };
}

/** Throws `quota_exceeded`, which rolls the transaction back, when the channel has more than `max` users. */
async function requireRoom(tx: Transaction, channelId: string, max: number): Promise<void> {
  const beyond = await tx
    .selectFrom('grants')
    .select('grantee_id')
    .where('channel_id', '=', channelId)
    .where('role', '=', 'user')
    .orderBy('grantee_id')
    .offset(max)
    .limit(1)
    .executeTakeFirst();
  if (beyond)
    throw new ApiError('quota_exceeded', { detail: `A device can be shared with at most ${max} people.` });
}

/**
 * Returns whether there were users whose grants have all expired: the next grant then begins a new period.
 */
async function isBetweenUsers(tx: Transaction, channelId: string, now: number): Promise<boolean> {
  const held = tx
    .selectFrom('grants')
    .select('grantee_id')
    .where('channel_id', '=', channelId)
    .where('role', '=', 'user')
    .limit(1);
  if (await held.where(grantInForce(now)).executeTakeFirst()) return false;
  return (await held.executeTakeFirst()) !== undefined;
}

async function endGrant(
  tx: Transaction,
  channelId: string,
  userId: string,
  now: number,
): Promise<EndedGrant> {
  const ended = await tx
    .deleteFrom('grants')
    .where('channel_id', '=', channelId)
    .where('grantee_id', '=', userId)
    .where('role', '=', 'user')
    .returning('requesting_client_id as through')
    .executeTakeFirst();
  const { ownerId, ownerKind, userId: other } = await readOwner(tx, channelId, now);
  const owner = ownerId === null || ownerKind === null ? undefined : { id: ownerId, kind: ownerKind };
  const left = other !== null ? 'users' : owner ? 'without-users' : 'abandoned';
  return { left, owner, through: ended?.through ?? undefined };
}

/** Returns the client that created the channel, and one of the users who hold a grant now. */
async function readOwner(tx: Transaction, channelId: string, now: number) {
  const channel = await findOwnerAndUser(tx, channelId, now);
  const { ownerId = null, ownerKind = null, userId = null } = channel ?? {};
  return { ownerId, ownerKind, userId };
}
