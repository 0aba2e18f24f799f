import { StorageBusyError, StorageClosedError } from './errors.ts';
import type { ScanStatement, SetTimer } from './options.ts';
import { type SqliteThread, startThread } from './sqlite-thread.ts';

/** Maximum number of running and queued reads. Each may take long, so later callers should retry instead. */
const MAX_WAITING = 200;
/** With two threads, one slow read does not block the others; more would compete with the event loop for cores. */
const THREADS = 2;
/** SQLite cannot be interrupted from outside: an abandoned thread runs until its query ends. */
const MAX_ABANDONED = 2;

type Waiting = { statement: ScanStatement; settle: PromiseWithResolvers<unknown[]> };

type Budget = { budgetMs: number; setTimer: SetTimer };
type Options = Parameters<typeof createReaderPool>[0] & Budget;

/**
 * Runs long reads on a small pool of threads.
 *
 * 1. A read joins the queue, or is refused with `StorageBusyError` when too many wait.
 * 2. It gets an idle thread or a new one, in order of arrival.
 * 3. A read that exceeds its budget rejects with `StorageBusyError`. Its thread is abandoned and replaced.
 * 4. A thread that stays idle ends.
 */
export function createReader({ budgetMs, setTimer, ...options }: Options) {
  const pool = createReaderPool({ ...options, setTimer });
  const waiting: Waiting[] = [];
  const running = new Set<Promise<void>>();
  let abandoned = 0;
  let isClosed = false;

  function abandon(thread: SqliteThread): void {
    abandoned += 1;
    void thread.abandon().then(() => {
      abandoned -= 1;
      startWaiting();
    });
  }

  async function run(statement: ScanStatement): Promise<unknown[]> {
    const thread = await pool.take();
    try {
      const rows = await readWithin({ budgetMs, setTimer }, thread, statement);
      if (rows) return rows;
      abandon(thread);
      throw new StorageBusyError(`storage: a read took longer than ${budgetMs} ms`);
    } finally {
      if (!thread.failure()) pool.putBack(thread);
    }
  }

  function startWaiting(): void {
    while (running.size < THREADS && running.size + abandoned < THREADS + MAX_ABANDONED) {
      const next = waiting.shift();
      if (!next) return;
      const ended = run(next.statement)
        .then(next.settle.resolve, next.settle.reject)
        .finally(() => {
          running.delete(ended);
          startWaiting();
        });
      running.add(ended);
    }
  }

  return {
    async scan(statement: ScanStatement): Promise<unknown[]> {
      if (isClosed) throw new StorageClosedError('storage: closed');
      if (waiting.length + running.size >= MAX_WAITING)
        throw new StorageBusyError('storage: too many long reads wait');
      const settle = Promise.withResolvers<unknown[]>();
      waiting.push({ statement, settle });
      startWaiting();
      return settle.promise;
    },
    /** Finishes the running and queued reads, then ends the threads. */
    async close(): Promise<void> {
      isClosed = true;
      while (running.size > 0) await Promise.all(running);
      for (const { settle } of waiting.splice(0)) settle.reject(new StorageClosedError('storage: closed'));
      await pool.close();
    },
  };
}

/** Returns the rows, or undefined when the thread is still reading after `budgetMs`. */
async function readWithin(
  { budgetMs, setTimer }: Budget,
  thread: SqliteThread,
  { sql, parameters }: ScanStatement,
): Promise<unknown[] | undefined> {
  const overdue = Promise.withResolvers<undefined>();
  using _timer = setTimer(budgetMs, () => overdue.resolve(undefined));
  const reading = thread.request({ kind: 'execute', sql, parameters });
  // An overdue read is rejected later, when its thread is abandoned.
  reading.catch(() => undefined);
  const answered = await Promise.race([reading, overdue.promise]);
  return answered && (answered.result?.rows ?? []);
}

/** How long an idle thread stays. A thread takes 12 MB, and most servers run long reads only occasionally. */
const IDLE_TIMEOUT_MS = 30_000;

type Idle = { thread: SqliteThread; timer: Disposable };

type SqliteReaderPoolOptions = {
  file: string;
  /** Sets the timer after which an idle thread ends. */
  setTimer: SetTimer;
  onFailure: (error: Error) => void;
};

/** Holds the idle reader threads. The caller limits how many it takes. */
function createReaderPool({ file, setTimer, onFailure }: SqliteReaderPoolOptions) {
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
