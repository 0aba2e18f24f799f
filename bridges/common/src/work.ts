import type { Log } from './log.ts';
import { type SetTimer, setSystemTimer } from './timers.ts';

export type Work = {
  /**
   * Does it after what is going on; replaces other work that waits. Work that fails, or that resolves with false
   * because a part of it failed, is done again after a minute unless there is newer work.
   */
  run(task: () => Promise<boolean>): void;
  /** Does it unless something else is going on. */
  runIfIdle(task: () => Promise<void>): void;
  close(): void;
};

const AGAIN_MS = 60_000;

/** Does one thing after the other. Only the newest waits: it is about the newest list. */
export function createWork(log: Log, setTimer: SetTimer = setSystemTimer): Work {
  let waiting: (() => Promise<boolean>) | undefined;
  let isRunning = false;
  let again: Disposable | undefined;

  async function start(task: () => Promise<boolean>): Promise<void> {
    isRunning = true;
    const isDone = await task().catch((error: unknown) => {
      log('work_failed', { reason: String(error) });
      return false;
    });
    isRunning = false;
    const next = waiting;
    waiting = undefined;
    if (next) await start(next);
    else if (!isDone) again = setTimer(AGAIN_MS, () => run(task));
  }

  function run(task: () => Promise<boolean>): void {
    again?.[Symbol.dispose]();
    if (isRunning) waiting = task;
    else void start(task);
  }

  return {
    run,
    runIfIdle: (task) => {
      if (!isRunning) void start(() => task().then(() => true));
    },
    close: () => again?.[Symbol.dispose](),
  };
}
