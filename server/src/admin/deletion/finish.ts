import type { DomainEventBus, EndedGrant } from '../../core/domain-events/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Homes } from '../../home/home-devices/index.ts';
import type { Uploads } from '../../home/uploads/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Outbox } from '../../platform/mail/index.ts';
import { addressesOf } from './read-models/addresses-of.ts';
import { createOwnChannels } from './read-models/own-channels.ts';
import { devicesWithoutOthers, grantsToDevices } from './read-models/removed-devices.ts';
import { createRows, type ThrowIfStopped } from './rows.ts';
import { createRemoveBridges } from './user-bridges.ts';

export type FinishDependencies = {
  db: Db;
  clock: Clock;
  applications: Applications;
  channels: Channels;
  homes: Homes;
  outbox: Outbox;
  bus: DomainEventBus;
  uploads: Uploads;
};

const USERS_PAGE_SIZE = 50;

/** Deletes what belongs to a removed user, client or channel, and then its row. */
export function createFinish(dependencies: FinishDependencies, throwIfStopped: ThrowIfStopped) {
  const { db, homes, channels, outbox, uploads } = dependencies;
  const removeBridges = createRemoveBridges(dependencies.applications);
  const rows = createRows(db);
  const owned = createOwnedChannels(dependencies);

  /** Deletes what only this user and no other application has; then the user. */
  async function finishUser({ id, clientId }: { id: string; clientId: string }): Promise<void> {
    // Only users who go with their application still have their addresses here.
    const addresses = await addressesOf(db.read, id);
    await owned.removeAll(() => owned.ofUser(id, clientId), throwIfStopped);
    await owned.leaveAll(id, throwIfStopped);
    await rows.signInsOf('user_id', id, throwIfStopped);
    const pictures = await uploads.idsOf(id);
    await rows.ofUser(id, throwIfStopped);
    await uploads.removeUnclaimed(pictures);
    for (const address of addresses) await outbox.forget(address);
    await db.write(async (tx) => {
      // Removes the bridges of users who are removed with their application, and a bridge that was being connected.
      await removeBridges(tx, id);
      await tx.deleteFrom('users').where('id', '=', id).execute();
    });
  }

  async function finishClient({ id }: { id: string }): Promise<void> {
    const page = db.read
      .selectFrom('users')
      .select(['id', 'client_id as clientId'])
      .where('client_id', '=', id)
      .limit(USERS_PAGE_SIZE);
    for (let some = await page.execute(); some.length > 0; some = await page.execute())
      for (const user of some) await finishUser(user);
    await owned.removeAll(() => owned.ofClient(id), throwIfStopped);
    await rows.signInsOf('client_id', id, throwIfStopped);
    const pictures = await uploads.idsOf(id);
    await rows.ofClient(id, throwIfStopped);
    await uploads.removeUnclaimed(pictures);
    await db.write((tx) => tx.deleteFrom('clients').where('id', '=', id).execute());
  }

  async function finishChannel({ id }: { id: string }): Promise<void> {
    do throwIfStopped();
    while (await db.write((tx) => homes.endGrants(tx, id)));
    await rows.ofChannel(id, throwIfStopped);
    await channels.deleteRemoved(id);
  }

  return { finishUser, finishClient, finishChannel };
}

type Dependencies = { db: Db; clock: Clock; applications: Applications; homes: Homes; bus: DomainEventBus };

const GRANTS_PAGE_SIZE = 100;

/** Removes channels together with their users or clients, and devices without any other channel. */
function createOwnedChannels({ db, clock, applications, homes, bus }: Dependencies) {
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
          const ended = await db.write((tx) => homes.endGrant(tx, id, userId, null));
          if (ended) bus.emit('grantEnded', ended);
        }
      }
    },
  };
}
