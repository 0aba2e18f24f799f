import { setImmediate } from 'node:timers/promises';
import type { Session } from './driver.ts';
import { StorageClosedError } from './errors.ts';
import { fromPlainError } from './sqlite-errors.ts';
import type { SqliteThread } from './sqlite-thread.ts';
import type { BoundStatement, UnitResult } from './storage.ts';

type UnitJob = PromiseWithResolvers<UnitResult> & { statements: readonly BoundStatement[] };
type HoldJob = { hold(): Promise<void> };

/** Bounds how long a `write` behind it waits. */
const UNITS_PER_COMMIT = 500;

/** First come, first served: a `write` holds the writer alone, the units waiting side by side share a COMMIT. */
export function createWriterQueue(thread: SqliteThread) {
  const jobs: (UnitJob | HoldJob)[] = [];
  let pumping: Promise<void> | undefined;
  let closed = false;

  function add(job: UnitJob | HoldJob): void {
    if (closed) throw new StorageClosedError('storage: closed');
    jobs.push(job);
    pumping ??= pump();
  }

  async function pump(): Promise<void> {
    // What arrives in the same turn of the event loop shares the first COMMIT already.
    await setImmediate();
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      if ('hold' in job) await job.hold();
      else await commitUnits(thread, [job, ...takeUnits()]);
    }
    // In the turn in which nothing was left: a job that came a moment later would find a pump that never looks again.
    pumping = undefined;
  }

  function takeUnits(): UnitJob[] {
    const end = jobs.findIndex((job) => 'hold' in job);
    const units = jobs.splice(0, Math.min(end < 0 ? jobs.length : end, UNITS_PER_COMMIT - 1));
    return units.filter((job) => 'statements' in job);
  }

  return {
    async unit(statements: readonly BoundStatement[]): Promise<UnitResult> {
      const job = { ...Promise.withResolvers<UnitResult>(), statements };
      add(job);
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
    /** Finishes what is queued. */
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
