import type { BoundStatement } from '@azulejo/storage';
import type { Timers } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { Db } from './index.ts';

const MAX_PENDING = 100;
/** Pause after a failure: a disk that is full stays full for a while. */
const PAUSE_MS = 60_000;

type Dependencies = { db: Db; clock: Timers; logger: Logger };

export type BackgroundUnits = ReturnType<typeof createBackgroundUnits>;

/**
 * Runs statements that no request waits for, such as those that store when something was last used. A statement
 * is skipped while one with the same key runs, while too many run, and for a minute after a failure: a later
 * request must make it again.
 */
export function createBackgroundUnits({ db, clock, logger }: Dependencies) {
  const pending = new Map<string, Promise<void>>();
  let pausedUntil = Number.NEGATIVE_INFINITY;

  async function commit(key: string, statement: BoundStatement): Promise<void> {
    try {
      await db.unit([statement]);
    } catch (err) {
      // Others that began before may fail, too: one line is enough.
      if (clock.monotonic() >= pausedUntil) logger.warn({ err }, 'a time of last use was not stored');
      pausedUntil = clock.monotonic() + PAUSE_MS;
    } finally {
      pending.delete(key);
    }
  }

  return {
    /** Runs the statement soon. Never throws. */
    run(key: string, statement: BoundStatement): void {
      if (pending.has(key) || pending.size >= MAX_PENDING || clock.monotonic() < pausedUntil) return;
      pending.set(key, commit(key, statement));
    },

    /** Waits for the statements that are running, before the database closes. */
    async flush(): Promise<void> {
      await Promise.all(pending.values());
    },
  };
}
