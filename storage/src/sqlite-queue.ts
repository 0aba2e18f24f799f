import { setImmediate } from 'node:timers/promises';
import type { Session } from './driver.ts';
import { StorageClosedError } from './errors.ts';
import { fromPlainError } from './sqlite-errors.ts';
import type { SqliteThread } from './sqlite-thread.ts';
import type { BoundStatement, UnitOptions, UnitResult } from './storage.ts';

type UnitJob = PromiseWithResolvers<UnitResult> & { statements: readonly BoundStatement[] };
type HoldJob = { hold(): Promise<void> };

/** Maximum number of units in one COMMIT. It bounds how long a `write` queued behind them waits. */
const UNITS_PER_COMMIT = 500;

/**
 * Creates the queue in front of the single SQLite writer.
 *
 * 1. Jobs join one FIFO queue. The first one starts the pump, which waits for the current event loop turn to
 *    end, unless the unit is a batch already.
 * 2. Consecutive units are taken together, up to `UNITS_PER_COMMIT`, and share one COMMIT.
 * 3. A `write` holds the writer alone until it releases it.
 * 4. The pump stops when the queue is empty. `close` refuses new jobs and waits for the pump.
 */
export function createWriterQueue(thread: SqliteThread) {
  const jobs: (UnitJob | HoldJob)[] = [];
  let pumping: Promise<void> | undefined;
  let closed = false;

  function add(job: UnitJob | HoldJob, { isBatch = false }: UnitOptions = {}): void {
    if (closed) throw new StorageClosedError('storage: closed');
    jobs.push(job);
    pumping ??= pump(isBatch);
  }

  async function pump(isBatch: boolean): Promise<void> {
    // Units that arrive in the same turn of the event loop share the first COMMIT.
    if (!isBatch) await setImmediate();
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      if ('hold' in job) await job.hold();
      else await commitUnits(thread, [job, ...takeUnits()]);
    }
    // Reset synchronously after the last `shift`. Any later, a new job would rely on a pump that has already
    // stopped.
    pumping = undefined;
  }

  function takeUnits(): UnitJob[] {
    const end = jobs.findIndex((job) => 'hold' in job);
    const units = jobs.splice(0, Math.min(end < 0 ? jobs.length : end, UNITS_PER_COMMIT - 1));
    return units.filter((job) => 'statements' in job);
  }

  return {
    async unit(statements: readonly BoundStatement[], options?: UnitOptions): Promise<UnitResult> {
      const job = { ...Promise.withResolvers<UnitResult>(), statements };
      add(job, options);
      return job.promise;
    },
    /** Waits for the writer and holds it until `release`. */
    async hold(): Promise<Session> {
      const granted = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      add({
        hold() {
          granted.resolve();
          return released.promise;
        },
      });
      await granted.promise;
      return { ...createSession(thread), release: () => released.resolve() };
    },
    /** Refuses new jobs, finishes the queued ones and closes the thread. */
    async close(): Promise<void> {
      closed = true;
      await pumping;
      await thread.close();
    },
  };
}

function createSession(thread: SqliteThread): Pick<Session, 'execute'> {
  return {
    async execute(sql, parameters) {
      const { result } = await thread.request({ kind: 'execute', sql, parameters });
      return result ?? { rows: [], changes: 0 };
    },
  };
}

async function commitUnits(thread: SqliteThread, jobs: readonly UnitJob[]): Promise<void> {
  try {
    const { outcomes = [] } = await thread.request({
      kind: 'units',
      units: jobs.map(({ statements }) => statements),
    });
    for (const [index, job] of jobs.entries()) {
      const outcome = outcomes[index];
      if (outcome && 'result' in outcome) job.resolve(outcome.result);
      else if (outcome) job.reject(fromPlainError(outcome.error));
    }
  } catch (error) {
    for (const job of jobs) job.reject(error);
  }
}
