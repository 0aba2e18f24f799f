import type { Log } from './log.ts';

export type Work = {
  /** Does it after what is going on; replaces other work that waits. */
  run(task: () => Promise<void>): void;
  /** Does it unless something else is going on. */
  runIfIdle(task: () => Promise<void>): void;
};

/** Does one thing after the other. Only the newest waits: it is about the newest list. */
export function createWork(log: Log): Work {
  let waiting: (() => Promise<void>) | undefined;
  let isRunning = false;

  async function start(task: () => Promise<void>): Promise<void> {
    isRunning = true;
    await task().catch((error: unknown) => log('work_failed', { reason: String(error) }));
    isRunning = false;
    const next = waiting;
    waiting = undefined;
    if (next) await start(next);
  }

  return {
    run: (task) => {
      if (isRunning) waiting = task;
      else void start(task);
    },
    runIfIdle: (task) => {
      if (!isRunning) void start(task);
    },
  };
}
