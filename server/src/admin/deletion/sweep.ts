import { sql } from 'kysely';
import type { Db } from '../../database/index.ts';
import { createFinish, type FinishDependencies } from './finish.ts';
import type { ThrowIfStopped } from './rows.ts';

const PAGE_SIZE = 50;

/** Deletes what belongs to removed users, clients and channels, in short transactions. */
export function createSweep(dependencies: FinishDependencies) {
  const { db, channels } = dependencies;
  let isStopped = false;
  // A server that was killed may have left erased rows in the log.
  let isLogged = true;
  let sweeping: Promise<void> | undefined;
  const throwIfStopped: ThrowIfStopped = () => {
    if (isStopped) throw new Stopped();
  };
  const { finishUser, finishClient, finishChannel } = createFinish(dependencies, throwIfStopped);

  const { removedUsers, removedClients } = createRemovedRows(db);

  /**
   * Deletes everything that was removed. The order matters: users and clients leave removed devices behind,
   * and all of them removed channels. What cannot be deleted does not stop the rest; its first failure is thrown
   * at the end.
   */
  async function sweepAll(): Promise<void> {
    let failure: { error: unknown } | undefined;
    const finishEach = createFinishEach(throwIfStopped, (error) => {
      failure ??= { error };
    });
    if (await finishEach(removedUsers, finishUser)) isLogged = true;
    while (await finishEach(removedClients, finishClient)) isLogged = true;
    if (await finishEach((after) => channels.removed(after, PAGE_SIZE), finishChannel)) isLogged = true;
    // The next sweep tries again while a reader needs the log.
    if (isLogged) isLogged = !(await db.eraseLog());
    if (failure) throw failure.error;
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

/** Reads removed users and clients in pages, by their ids. */
function createRemovedRows(db: Db) {
  return {
    removedUsers: (after: string) =>
      db.read
        .selectFrom('users')
        .select(['id', 'client_id as clientId'])
        .where('state', '=', sql.lit('removed'))
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE_SIZE)
        .execute(),

    removedClients: (after: string) =>
      db.read
        .selectFrom('clients')
        .select('id')
        .where('state', '=', sql.lit('removed'))
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE_SIZE)
        .execute(),
  };
}

type Found = { readonly id: string };

/**
 * Returns a function that finishes each row, reports those that failed, and returns whether any row was
 * finished.
 */
function createFinishEach(throwIfStopped: ThrowIfStopped, failed: (error: unknown) => void) {
  return async function finishEach<Row extends Found>(
    findAfter: (id: string) => Promise<readonly Row[]>,
    finish: (row: Row) => Promise<void>,
  ): Promise<boolean> {
    let isAnyFinished = false;
    const next = (last: string) => {
      throwIfStopped();
      return findAfter(last);
    };
    for (let some = await next(''); some.length > 0; some = await next(some.at(-1)?.id ?? '')) {
      for (const row of some) {
        try {
          await finish(row);
          isAnyFinished = true;
        } catch (error) {
          if (error instanceof Stopped) throw error;
          failed(error);
        }
      }
    }
    return isAnyFinished;
  };
}

class Stopped extends Error {}
