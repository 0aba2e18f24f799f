import type { Db, Transaction } from '../../database/index.ts';
import { newId } from '../../platform/random-token.ts';
import { findChannelName } from './read-models/channel-name.ts';
import { findExistingUsers } from './read-models/existing-users.ts';

export type RemovedDevice = { readonly channelId: string; readonly name: string; readonly at: number };

export type RemovedDevices = ReturnType<typeof createRemovedDevices>;

/** Rows deleted per step: few enough not to delay other writes noticeably. */
const STEP_ROWS = 500;

/** Records the end of users' access to a channel, with the name that it had. */
export async function recordRemoved(
  tx: Transaction,
  { channelId, userIds, at }: { channelId: string; userIds: readonly string[]; at: number },
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
      })),
    )
    .execute();
}

/** Remembers which devices were removed from users' homes, as long as the history of devices is kept. */
export function createRemovedDevices(db: Db) {
  const ofUser = db.prepare<{ userId: string; to: number; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('removed_devices')
      .select(['channel_id as channelId', 'name', 'at'])
      .where('user_id', '=', p('userId'))
      .where('at', '<', p('to'))
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(p('limit')),
  );
  const remove = db.prepare<{ end: number; limit: number }>()((kysely, p) =>
    kysely
      .deleteFrom('removed_devices')
      .where((eb) =>
        eb(
          eb.refTuple('user_id', 'at', 'id'),
          'in',
          eb
            .selectFrom('removed_devices as due')
            .select(['due.user_id', 'due.at', 'due.id'])
            .where('due.at', '<', p('end'))
            .orderBy('due.at')
            .limit(p('limit'))
            .$asTuple('user_id', 'at', 'id'),
        ),
      )
      .returning('at'),
  );
  return {
    /** Returns the devices that were removed before `to`, the last one first. */
    list: (userId: string, to: number, limit: number): Promise<RemovedDevice[]> =>
      ofUser.scan({ userId, to, limit }),
    /** Deletes what was removed before `end`, in short steps between which other writes run. */
    async prune(end: number): Promise<void> {
      for (;;) {
        const result = await db.unit([remove.bind({ end, limit: STEP_ROWS })]);
        if (!result.committed || (result.rows[0]?.length ?? 0) < STEP_ROWS) return;
      }
    },
  };
}
