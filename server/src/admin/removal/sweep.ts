import { sql } from 'kysely';
import { createFinish, type FinishDependencies } from './finish.ts';
import type { ThrowIfStopped } from './rows.ts';

const PAGE_SIZE = 50;

/** Deletes what belongs to removed users, clients and channels, in short transactions. */
export function createSweep(dependencies: FinishDependencies) {
  const { db, channels } = dependencies;
  let isStopped = false;
  let sweeping: Promise<void> | undefined;
  const throwIfStopped: ThrowIfStopped = () => {
    if (isStopped) throw new Stopped();
  };
  const { finishUser, finishClient, finishChannel } = createFinish(dependencies, throwIfStopped);

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

  /**
   * Deletes everything that was removed. The order matters: users and clients leave removed devices behind,
   * and all of them removed channels.
   */
  async function sweepAll(): Promise<void> {
    await finishEach(removedUsers, finishUser, throwIfStopped);
    for (let found = true; found; ) found = await finishEach(removedClients, finishClient, throwIfStopped);
    const removedChannels = (after: string) => channels.removed(after, PAGE_SIZE);
    await finishEach(removedChannels, finishChannel, throwIfStopped);
  }

  return {
    /** Deletes what belongs to everything removed so far. A mutex runs sweeps one after another. */
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
  throwIfStopped: ThrowIfStopped,
): Promise<boolean> {
  const failures: unknown[] = [];
  let count = 0;
  const next = (last: string) => {
    throwIfStopped();
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
