import { deleteUntil } from '../../database/delete-until.ts';
import type { Db, Transaction } from '../../database/index.ts';
import { newId } from '../../platform/random-token.ts';
import { findChannelName } from './read-models/channel-name.ts';
import { findExistingUsers } from './read-models/existing-users.ts';

export type RemovedDevice = {
  readonly channelId: string;
  readonly name: string;
  readonly at: number;
  /** The person who removed it; null when a client, its maker or an operator did. */
  readonly by: string | null;
};

type Ended = { channelId: string; userIds: readonly string[]; at: number; by: string | null };

export type RemovedDevices = ReturnType<typeof createRemovedDevices>;

/** Records the end of users' access to a channel, with the name that it had. */
export async function recordRemoved(tx: Transaction, { channelId, userIds, at, by }: Ended): Promise<void> {
  // A user who is being deleted leaves grants behind, and remembers nothing.
  const known = await findExistingUsers(tx, userIds);
  if (known.length === 0) return;
  const name = await findChannelName(tx, channelId);
  if (name === undefined) return;
  await tx
    .insertInto('removed_devices')
    .values(
      known.map((userId) => ({
        user_id: userId,
        at,
        id: newId(),
        channel_id: channelId,
        name,
        removed_by: by,
      })),
    )
    .execute();
}

/** Remembers which devices were removed from users' homes, as long as the history of devices is kept. */
export function createRemovedDevices(db: Db) {
  const ofUser = db.prepare<{ userId: string; to: number; limit: number; by: string | null }>()((kysely, p) =>
    kysely
      .selectFrom('removed_devices')
      .select(['channel_id as channelId', 'name', 'at', 'removed_by as by'])
      .where('user_id', '=', p('userId'))
      .where('at', '<', p('to'))
      .where((eb) => {
        const person = eb.cast<string>(eb.val(p('by')), 'text');
        return eb.or([eb(person, 'is', null), eb('removed_by', '=', person)]);
      })
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(p('limit')),
  );
  return {
    /** Returns the devices that were removed before `to`, the last one first; on request only by one person. */
    list: (
      userId: string,
      { to, limit, by }: { to: number; limit: number; by: string | undefined },
    ): Promise<RemovedDevice[]> => ofUser.scan({ userId, to, limit, by: by ?? null }),
    /** Deletes what was removed before `end`, in short transactions. */
    prune: (end: number): Promise<void> =>
      deleteUntil(db, { table: 'removed_devices', key: ['user_id', 'at', 'id'], time: 'at' }, end - 1),
  };
}
