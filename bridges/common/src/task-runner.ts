import type { Log } from './log.ts';
import { type SetTimer, setSystemTimer } from './timers.ts';

export type TaskRunner = {
  /**
   * Runs the task after the current one, in place of another waiting task. A task that fails, or that resolves with
   * false because a part of it failed, is retried after a minute unless there is a newer task.
   */
  run(task: () => Promise<boolean>): void;
  /** Runs the task unless another one is running. */
  runIfIdle(task: () => Promise<void>): void;
  close(): void;
};

const RETRY_MS = 60_000;

/** Runs one task at a time. Only the newest task waits, because it has the newest list. */
export function createTaskRunner(log: Log, setTimer: SetTimer = setSystemTimer): TaskRunner {
  let waiting: (() => Promise<boolean>) | undefined;
  let isRunning = false;
  let retry: Disposable | undefined;

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
    else if (!isDone) retry = setTimer(RETRY_MS, () => run(task));
  }

  function run(task: () => Promise<boolean>): void {
    retry?.[Symbol.dispose]();
    if (isRunning) waiting = task;
    else void start(task);
  }

  return {
    run,
    runIfIdle: (task) => {
      if (!isRunning) void start(() => task().then(() => true));
    },
    close: () => retry?.[Symbol.dispose](),
  };
}
