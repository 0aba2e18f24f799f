import { deleteUntil } from '../../database/delete-until.ts';
import type { Db, Transaction } from '../../database/index.ts';
import { newId } from '../../platform/random-token.ts';
import { findChannelName } from './read-models/channel-name.ts';
import { findExistingUsers } from './read-models/existing-users.ts';

export type RemovedDevice = {
  readonly channelId: string;
  readonly name: string;
  readonly at: number;
  /** Whether the person removed it; otherwise its maker or an operator did. */
  readonly isByUser: boolean;
};

type Ended = { channelId: string; userIds: readonly string[]; at: number; isByUser: boolean };

export type RemovedDevices = ReturnType<typeof createRemovedDevices>;

/** Records the end of users' access to a channel, with the name that it had. */
export async function recordRemoved(
  tx: Transaction,
  { channelId, userIds, at, isByUser }: Ended,
): Promise<void> {
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
        is_by_user: Number(isByUser),
      })),
    )
    .execute();
}

/** Remembers which devices were removed from users' homes, as long as the history of devices is kept. */
export function createRemovedDevices(db: Db) {
  const ofUser = db.prepare<{ userId: string; to: number; limit: number; minByUser: number }>()((kysely, p) =>
    kysely
      .selectFrom('removed_devices')
      .select(['channel_id as channelId', 'name', 'at', 'is_by_user as isByUser'])
      .where('user_id', '=', p('userId'))
      .where('at', '<', p('to'))
      .where('is_by_user', '>=', p('minByUser'))
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(p('limit')),
  );
  return {
    /** Returns the devices that were removed before `to`, the last one first; on request only by the person. */
    async list(
      userId: string,
      { to, limit, isOnlyByUser }: { to: number; limit: number; isOnlyByUser: boolean },
    ): Promise<RemovedDevice[]> {
      const rows = await ofUser.scan({ userId, to, limit, minByUser: Number(isOnlyByUser) });
      return rows.map((row) => ({ ...row, isByUser: row.isByUser === 1 }));
    },
    /** Deletes what was removed before `end`, in short transactions. */
    prune: (end: number): Promise<void> =>
      deleteUntil(db, { table: 'removed_devices', key: ['user_id', 'at', 'id'], time: 'at' }, end - 1),
  };
}
