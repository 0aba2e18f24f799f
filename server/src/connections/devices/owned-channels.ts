import type { Audit, By } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Channels, OwnersRecord } from '../../devices/channels/index.ts';
import type { Homes } from '../../home/homes/index.ts';
import { Problem } from '../../platform/problem.ts';

type Dependencies = { db: Db; audit: Audit; channels: Channels; homes: Homes };

export type OwnedChannels = ReturnType<typeof createOwnedChannels>;

/** Lets the owners of channels rename and delete them. Each function throws `not_found`. */
export function createOwnedChannels({ db, audit, channels, homes }: Dependencies) {
  async function get(id: string): Promise<OwnersRecord> {
    const record = await channels.findRecord(id);
    if (!record) throw new Problem('not_found');
    return record;
  }

  return {
    get,

    async rename(by: By, id: string, name: string): Promise<OwnersRecord> {
      await db.write(async (tx) => {
        if (!(await channels.rename(tx, id, name))) throw new Problem('not_found');
        await audit.record(tx, { ...by, action: 'channel.rename', targetId: id });
      });
      return get(id);
    },

    /** Removes the channel from every home. What is stored for it is deleted afterwards. */
    remove: (by: By, id: string): Promise<void> =>
      db.write(async (tx) => {
        await homes.remove(tx, [id]);
        await audit.record(tx, { ...by, action: 'channel.remove', targetId: id });
      }),
  };
}
