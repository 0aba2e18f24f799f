import { sql } from 'kysely';
import type { Audit, By } from '../../core/audit/index.ts';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Db } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Homes } from '../../home/homes/index.ts';
import type { Applications, Client } from '../../people/applications/index.ts';
import type { Users } from '../../people/users/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { Problem } from '../../platform/problem.ts';
import type { HomeApplication } from '../home-application/index.ts';
import { createConsequences } from './consequences.ts';
import { createOwnedChannels } from './owned-channels.ts';
import { createRows, type MayGoOn } from './rows.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  applications: Applications;
  channels: Channels;
  homeApplication: HomeApplication;
  homes: Homes;
  users: Users;
  bus: DomainEventBus;
};

const PAGE_SIZE = 50;

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
  const { db, clock, audit, applications, homeApplication, homes, users } = dependencies;
  const rows = createRows(db);
  const owned = createOwnedChannels(dependencies);
  let isStopped = false;
  let sweeping: Promise<void> | undefined;
  const mayGoOn: MayGoOn = () => {
    if (isStopped) throw new Stopped();
  };

  /** Deletes what only this user and no other application has; then the user. */
  async function finishUser({ id, clientId }: { id: string; clientId: string }): Promise<void> {
    await owned.removeAll(() => owned.ofUser(id, clientId), mayGoOn);
    await owned.leaveAll(id, mayGoOn);
    await rows.signInsOf('user_id', id, mayGoOn);
    await rows.ofUser(id, mayGoOn);
    await db.write((tx) => tx.deleteFrom('users').where('id', '=', id).execute());
  }

  async function finishClient({ id }: { id: string }): Promise<void> {
    const page = db.read
      .selectFrom('users')
      .select(['id', 'client_id as clientId'])
      .where('client_id', '=', id)
      .limit(PAGE_SIZE);
    for (let some = await page.execute(); some.length > 0; some = await page.execute())
      for (const user of some) await finishUser(user);
    await owned.removeAll(() => owned.ofClient(id), mayGoOn);
    await rows.signInsOf('client_id', id, mayGoOn);
    await rows.ofClient(id, mayGoOn);
    await db.write((tx) => tx.deleteFrom('clients').where('id', '=', id).execute());
  }

  async function finishChannel({ id }: { id: string }): Promise<void> {
    do mayGoOn();
    while (await db.write((tx) => homes.endGrants(tx, id)));
    await rows.ofChannel(id, mayGoOn);
    await dependencies.channels.deleteRemoved(id);
  }

  const removedUsers = (after: string) =>
    db.read
      .selectFrom('users')
      .select(['id', 'client_id as clientId'])
      .where('state', '=', sql.lit('removed'))
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE_SIZE)
      .execute();

  const removedClients = (after: string) =>
    db.read
      .selectFrom('clients')
      .select('id')
      .where('state', '=', 'removed')
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE_SIZE)
      .execute();

  /** The order matters: users and clients leave removed devices behind, and all of them removed channels. */
  async function sweepAll(): Promise<void> {
    await finishEach(removedUsers, finishUser, mayGoOn);
    for (let found = true; found; ) found = await finishEach(removedClients, finishClient, mayGoOn);
    const removedChannels = (after: string) => dependencies.channels.removed(after, PAGE_SIZE);
    await finishEach(removedChannels, finishChannel, mayGoOn);
  }

  return {
    consequencesOf: createConsequences(db, clock),

    /**
     * Removes a user, who no longer exists when this resolves. The next sweep deletes what only this user
     * has. Throws `not_found`.
     */
    user: (userId: string, by: By = {}): Promise<void> =>
      db.write(async (tx) => {
        await users.markRemoved(tx, userId);
        await audit.record(tx, { ...by, action: 'user.remove', targetId: userId });
      }),

    /**
     * Removes an application, which no longer exists when this resolves. The next sweep deletes what belongs
     * to it. Throws `not_found`, or `in_use`.
     */
    async application(client: Client, by: By = {}): Promise<void> {
      if (homeApplication.isOf(client))
        throw new Problem('in_use', { detail: `People sign in at /home through "${client.name}".` });
      await db.write(async (tx) => {
        await applications.markRemoved(tx, client, by);
        await tx
          .deleteFrom('client_links')
          .where((eb) => eb.or([eb('distributor_id', '=', client.id), eb('application_id', '=', client.id)]))
          .execute();
      });
    },

    /** Deletes what belongs to everything removed so far. Sweeps run one after the other. */
    sweep(): Promise<void> {
      const before = sweeping ?? Promise.resolve();
      const work = before.catch(() => undefined).then(sweepAll);
      const own = work.catch((error: unknown) => {
        if (!(error instanceof Stopped)) throw error;
      });
      sweeping = own;
      return own;
    },

    /** Stops a sweep between two steps, and waits for it. */
    async stop(): Promise<void> {
      isStopped = true;
      await sweeping?.catch(() => undefined);
    },
  };
}

type Found = { readonly id: string };

/**
 * Finishes each row. A failure does not stop the others; the first one is thrown at the end. Returns whether
 * there were any rows.
 */
async function finishEach<Row extends Found>(
  findAfter: (id: string) => Promise<readonly Row[]>,
  finish: (row: Row) => Promise<void>,
  mayGoOn: MayGoOn,
): Promise<boolean> {
  const failures: unknown[] = [];
  let count = 0;
  const next = (last: string) => {
    mayGoOn();
    return findAfter(last);
  };
  for (let some = await next(''); some.length > 0; some = await next(some.at(-1)?.id ?? '')) {
    for (const row of some) {
      try {
        await finish(row);
      } catch (error) {
        if (error instanceof Stopped) throw error;
        failures.push(error);
      }
    }
    count += some.length;
  }
  if (failures.length > 0) throw failures[0];
  return count > 0;
}

class Stopped extends Error {}
