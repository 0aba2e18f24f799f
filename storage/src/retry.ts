import { StorageBusyError } from './errors.ts';
import { setSystemTimer } from './options.ts';

/** Enough for 64 writers of one row in several processes, whose gates do not know each other. */
const RE_RUNS = 12;
const FIRST_PAUSE_MS = 2;
const MAX_PAUSE_MS = 50;

/**
 * Contains serialization failure and deadlock:
 * https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html
 */
const retryable = new Set(['40001', '40P01']);

export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/**
 * Retries `attempt` up to 12 times, with exponential backoff up to 50 ms, while it fails with the SQLSTATE 40001
 * or 40P01 (or `also`). Then throws `StorageBusyError`.
 */
async function withReruns<T>(attempt: (run: number) => Promise<T>, also?: string): Promise<T> {
  for (let run = 0; ; run += 1) {
    try {
      return await attempt(run);
    } catch (error) {
      const state = sqlState(error);
      if (!state || !(retryable.has(state) || state === also)) throw error;
      if (run === RE_RUNS) {
        throw new StorageBusyError(`storage: given up after ${RE_RUNS} re-runs (${state})`, { cause: error });
      }
      // The jitter keeps two processes that collided from colliding again, so it is real time.
      const pauseMs = Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** run, MAX_PAUSE_MS);
      await new Promise<void>((resolve) => void setSystemTimer(pauseMs, resolve));
    }
  }
}

export type Rerun = ReturnType<typeof createRerunGate>;

/**
 * Creates a gate in which first attempts run concurrently and re-runs run alone. When n transactions change
 * one row, each round commits one of them; with many of them, some would use up their re-runs.
 *
 * 1. A first attempt waits until no re-run is queued, then runs together with other first attempts.
 * 2. A re-run queues behind earlier re-runs and waits for the first attempts that are running.
 * 3. While a re-run waits or runs, no new first attempt starts.
 */
export function createRerunGate() {
  const running = new Set<Promise<unknown>>();
  let alone: Promise<void> = Promise.resolve();

  async function runAlone<T>(fn: () => Promise<T>): Promise<T> {
    const before = alone;
    const { promise, resolve } = Promise.withResolvers<void>();
    alone = promise;
    try {
      await before;
      await Promise.allSettled(running);
      return await fn();
    } finally {
      resolve();
    }
  }

  async function runTogether<T>(fn: () => Promise<T>): Promise<T> {
    for (let seen: Promise<void> | undefined; seen !== alone; ) {
      seen = alone;
      await seen;
    }
    const work = fn();
    running.add(work);
    try {
      return await work;
    } finally {
      running.delete(work);
    }
  }

  return <T>(attempt: (run: number) => Promise<T>, also?: string): Promise<T> =>
    withReruns((run) => {
      const work = () => attempt(run);
      return run === 0 ? runTogether(work) : runAlone(work);
    }, also);
}
