import type { SetTimer } from './options.ts';
import { type SqliteThread, startThread } from './sqlite-thread.ts';

/** How long an idle thread stays. A thread takes 12 MB, and most servers run long reads only occasionally. */
const IDLE_TIMEOUT_MS = 30_000;

type Idle = { thread: SqliteThread; timer: Disposable };

type Options = {
  file: string;
  /** Sets the timer after which an idle thread ends. */
  setTimer: SetTimer;
  onFailure: (error: Error) => void;
};

/** Holds the idle reader threads. The caller limits how many it takes. */
export function createReaderPool({ file, setTimer, onFailure }: Options) {
  const idle: Idle[] = [];
  const closing = new Set<Promise<void>>();

  function end(thread: SqliteThread): void {
    // A thread that dies instead has already called `onFailure`.
    const closed = thread
      .close()
      .catch(() => undefined)
      .finally(() => closing.delete(closed));
    closing.add(closed);
  }

  return {
    /** Returns an idle thread, or a new one when there is none. */
    async take(): Promise<SqliteThread> {
      for (let next = idle.pop(); next; next = idle.pop()) {
        next.timer[Symbol.dispose]();
        if (!next.thread.failure()) return next.thread;
      }
      const thread = startThread({ file, mode: 'read' }, onFailure);
      // Waits until the thread has started, so that its start does not count towards the budget.
      await thread.request({ kind: 'execute', sql: 'select 1', parameters: [] });
      return thread;
    },
    putBack(thread: SqliteThread): void {
      const timer = setTimer(IDLE_TIMEOUT_MS, () => {
        idle.splice(idle.indexOf(entry), 1);
        end(thread);
      });
      const entry = { thread, timer };
      idle.push(entry);
    },
    /** Ends the idle threads. */
    async close(): Promise<void> {
      for (const { thread, timer } of idle.splice(0)) {
        timer[Symbol.dispose]();
        end(thread);
      }
      await Promise.all(closing);
    },
  };
}
