import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';

/**
 * Clears all references: to the template, to the client that created the channel, and to a user's phone.
 */
const BLANK = {
  template_id: '',
  template_version: 0,
  creator_id: null,
  remote_key: null,
  context_of: null,
} as const;

/**
 * Removes channels in constant time, however much is stored for them: the row is emptied and marked, which
 * hides the channel immediately. Its name remains for the homes from which it is removed. What was stored
 * under its id is deleted afterwards, in batches (`admin/deletion/`).
 */
export function createRemovedChannels(db: Db, clock: Clock) {
  return {
    /** Does the first step of a removal. Only `home/home-devices/` calls it, and ends the grants as well. */
    async markRemoved(tx: Transaction, channelIds: readonly string[]): Promise<void> {
      await tx.deleteFrom('virtual_devices').where('channel_id', 'in', channelIds).execute();
      const now = clock.now();
      await tx
        .updateTable('channels')
        .set({ ...BLANK, removed: now, updated: now })
        .where('id', 'in', channelIds)
        .execute();
    },

    /**
     * Detaches a channel from its stored values after its last user left, so that the next user
     * starts without values. Its series, as many as its template has properties, move to a removed channel
     * and are deleted with it.
     */
    async startPeriod(tx: Transaction, channelId: string): Promise<void> {
      const now = clock.now();
      const former = { ...BLANK, id: newId(), name: '', created: now, updated: now, removed: now };
      await tx.insertInto('channels').values(former).execute();
      await tx
        .updateTable('series')
        .set({ channel_id: former.id })
        .where('channel_id', '=', channelId)
        .execute();
      await tx.deleteFrom('property_values').where('channel_id', '=', channelId).execute();
      await tx
        .updateTable('channels')
        .set((eb) => ({ period: eb('period', '+', 1) }))
        .where('id', '=', channelId)
        .execute();
    },

    /** Returns the ids of some channels that wait to be deleted. */
    removed: (after: string, limit: number): Promise<{ id: string }[]> =>
      db.read
        .selectFrom('channels')
        .select('id')
        .where('removed', 'is not', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),

    /** Does the last step of a removal: deletes the row. */
    async deleteRemoved(channelId: string): Promise<void> {
      await db.write((tx) =>
        tx.deleteFrom('channels').where('id', '=', channelId).where('removed', 'is not', null).execute(),
      );
    },
  };
}
