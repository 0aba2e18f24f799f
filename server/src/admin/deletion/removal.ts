import type { Audit, By } from '../../core/audit/index.ts';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Homes } from '../../home/home-devices/index.ts';
import type { Uploads } from '../../home/uploads/index.ts';
import type { Applications, Client } from '../../identity/applications/index.ts';
import type { Users } from '../../identity/users/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Outbox } from '../../platform/mail/index.ts';
import type { HomeApplication } from '../home-application/index.ts';
import { addressesOf } from './read-models/addresses-of.ts';
import { createConsequences } from './read-models/consequences.ts';
import { createSweep } from './sweep.ts';
import { createRemoveBridges } from './user-bridges.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  applications: Applications;
  channels: Channels;
  homeApplication: HomeApplication;
  homes: Homes;
  users: Users;
  outbox: Outbox;
  uploads: Uploads;
  bus: DomainEventBus;
};

export type Removal = ReturnType<typeof createRemoval>;

/**
 * Removes users and applications with everything that belongs to them, and deletes the data of removed
 * channels.
 *
 * 1. A transaction marks what is removed: from then on it no longer exists for anyone, however much belongs
 *    to it.
 * 2. `sweep` deletes the rest in short transactions. It finds its work in the database, so a restart resumes
 *    it.
 */
export function createRemoval(dependencies: Dependencies) {
  const { db, clock, audit, applications, bus, homeApplication, outbox, users } = dependencies;
  const removeBridges = createRemoveBridges(applications);

  return {
    consequencesOf: createConsequences(db, clock),
    ...createSweep(dependencies),

    /**
     * Removes a user and the bridges that this user connected, which no longer exist when this resolves. The
     * next sweep deletes what only this user has. `first` runs in the same transaction, and throws to refuse.
     * Throws `not_found`.
     */
    async user(userId: string, by: By = {}, first?: (tx: Transaction) => Promise<void>): Promise<void> {
      const addresses = await db.write(async (tx) => {
        await first?.(tx);
        const known = await addressesOf(tx, userId);
        await users.markRemoved(tx, userId);
        await removeBridges(tx, userId, by);
        await audit.record(tx, { ...by, action: 'user.remove', targetId: userId });
        return known;
      });
      bus.emit('userStateChanged', { userId, isActive: false });
      for (const address of addresses) await outbox.forget(address);
    },

    /**
     * Removes an application, which no longer exists when this resolves. The next sweep deletes what belongs
     * to it. Throws `not_found`, or `in_use`.
     */
    async application(client: Client, by: By = {}): Promise<void> {
      if (homeApplication.isOf(client))
        throw new ApiError('in_use', { detail: `People sign in at /home through "${client.name}".` });
      await db.write(async (tx) => {
        await applications.markRemoved(tx, client, by);
        await tx
          .deleteFrom('client_links')
          .where((eb) => eb.or([eb('distributor_id', '=', client.id), eb('application_id', '=', client.id)]))
          .execute();
      });
    },
  };
}
