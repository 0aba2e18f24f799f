import type { DomainEventBus, EndedGrant } from '../../core/domain-events/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Homes } from '../../home/home-devices/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { createOwnChannels } from './read-models/own-channels.ts';
import { devicesWithoutOthers, grantsToDevices } from './read-models/removed-devices.ts';
import type { ThrowIfStopped } from './rows.ts';

type Dependencies = { db: Db; clock: Clock; applications: Applications; homes: Homes; bus: DomainEventBus };

const GRANTS_PAGE_SIZE = 100;

/** Removes channels together with their users or clients, and devices without any other channel. */
export function createOwnedChannels({ db, clock, applications, homes, bus }: Dependencies) {
  /** Removes channels, and the devices that own no others. Returns the grants that ended. */
  async function removeIn(tx: Transaction, ids: readonly string[]): Promise<EndedGrant[]> {
    const ended = await grantsToDevices(tx, ids);
    const makers = await devicesWithoutOthers(tx, ids);
    await homes.remove(tx, ids);
    if (makers.length > 0) await applications.markDevicesRemoved(tx, makers);
    return ended;
  }

  return {
    ...createOwnChannels(db, clock),

    async removeAll(next: () => Promise<{ id: string }[]>, throwIfStopped: ThrowIfStopped): Promise<void> {
      for (;;) {
        const ids = (await next()).map(({ id }) => id);
        if (ids.length === 0) return;
        throwIfStopped();
        const ended = await db.write((tx) => removeIn(tx, ids));
        for (const grant of ended) bus.emit('grantEnded', grant);
      }
    },

    /** Ends the grants of a user on channels that stay with others. */
    async leaveAll(userId: string, throwIfStopped: ThrowIfStopped): Promise<void> {
      const page = db.read
        .selectFrom('grants')
        .select('channel_id as id')
        .where('grantee_id', '=', userId)
        .where('role', '=', 'user')
        .limit(GRANTS_PAGE_SIZE);
      for (;;) {
        const shared = await page.execute();
        if (shared.length === 0) return;
        for (const { id } of shared) {
          throwIfStopped();
          const ended = await db.write((tx) => homes.endGrant(tx, id, userId));
          if (ended) bus.emit('grantEnded', ended);
        }
      }
    },
  };
}
