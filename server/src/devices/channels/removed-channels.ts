import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';

/**
 * Removing a channel, however much is stored of it: its row is emptied and marked, by which it no longer exists for
 * anybody, and what was stored under its id is deleted afterwards, in batches (`removal/`).
 */
export function createRemovedChannels(db: Db, clock: Clock) {
  /** Nothing refers to what is left: neither a template, nor the client that made it, nor a person's phone. */
  const blank = {
    template_id: '',
    template_version: 0,
    creator_id: null,
    remote_key: null,
    context_of: null,
  };

  return {
    /** The first step of removal, which only `homes/` takes: it ends the grants as well. */
    async markRemoved(tx: Transaction, channelIds: readonly string[]): Promise<void> {
      await tx.deleteFrom('virtual_devices').where('channel_id', 'in', channelIds).execute();
      const now = clock.now();
      await tx
        .updateTable('channels')
        .set({ ...blank, name: '', removed: now, updated: now })
        .where('id', 'in', channelIds)
        .execute();
    },

    /**
     * Parts a channel from what it stored until now, when its last user is gone: the next one starts with no values. Its
     * series pass to a removed channel, with which they are deleted; there are as many as its template has properties.
     */
    async startPeriod(tx: Transaction, channelId: string): Promise<void> {
      const now = clock.now();
      const former = { ...blank, id: newId(), name: '', created: now, updated: now, removed: now };
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

    /** Some of those that wait to be deleted, by their ids. */
    removed: (after: string, limit: number): Promise<{ id: string }[]> =>
      db.read
        .selectFrom('channels')
        .select('id')
        .where('removed', 'is not', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),

    /** The last step. */
    async deleteRemoved(channelId: string): Promise<void> {
      await db.write((tx) =>
        tx.deleteFrom('channels').where('id', '=', channelId).where('removed', 'is not', null).execute(),
      );
    },
  };
}
