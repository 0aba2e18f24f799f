import { StorageBusyError, StorageClosedError } from './errors.ts';
import type { ScanStatement } from './options.ts';
import { type SqliteThread, startThread } from './sqlite-thread.ts';

/** Maximum number of running and queued reads. Each may take long, so later callers should retry instead. */
const MAX_WAITING = 200;
/**
 * With two threads, one slow read does not block all others; more would compete with the event loop for
 * cores.
 */
const THREADS = 2;
/** SQLite cannot be interrupted from outside: an abandoned thread runs until its query ends. */
const MAX_ABANDONED = 2;
/** How long an idle thread lives. A thread takes 12 MB, and most servers run long reads only occasionally. */
const IDLE_TIMEOUT_MS = 30_000;

type Waiting = { statement: ScanStatement; settle: PromiseWithResolvers<unknown[]> };

type Idle = { thread: SqliteThread; timer: NodeJS.Timeout };

type Options = {
  file: string;
  budgetMs: number;
  /** How long an idle thread waits for its next read before it ends, ms. */
  idleTimeoutMs?: number;
  onFailure: (error: Error) => void;
};

/**
 * Runs long reads on a small pool of threads.
 *
 * 1. A read joins the queue, or is refused with `StorageBusyError` when too many wait.
 * 2. It gets an idle thread or a new one, in order of arrival.
 * 3. A read that exceeds its budget rejects with `StorageBusyError`. Its thread is abandoned and replaced.
 * 4. A thread that stays idle ends.
 */
export function createReader({ file, budgetMs, idleTimeoutMs = IDLE_TIMEOUT_MS, onFailure }: Options) {
  const idle: Idle[] = [];
  const closing = new Set<Promise<void>>();
  const waiting: Waiting[] = [];
  const running = new Set<Promise<unknown>>();
  let abandoned = 0;
  let isClosed = false;

  async function takeThread(): Promise<SqliteThread> {
    for (let next = idle.pop(); next; next = idle.pop()) {
      clearTimeout(next.timer);
      if (!next.thread.failure()) return next.thread;
    }
    const thread = startThread({ file, mode: 'read' }, onFailure);
    // Waits until the thread has started, so that its start does not count towards the budget.
    await thread.request({ kind: 'execute', sql: 'select 1', parameters: [] });
    return thread;
  }

  function putBack(thread: SqliteThread): void {
    const timer = setTimeout(() => {
      idle.splice(idle.indexOf(entry), 1);
      close(thread);
    }, idleTimeoutMs).unref();
    const entry = { thread, timer };
    idle.push(entry);
  }

  function close(thread: SqliteThread): void {
    // A thread that dies instead has already called `onFailure`.
    const closed = thread
      .close()
      .catch(() => undefined)
      .finally(() => closing.delete(closed));
    closing.add(closed);
  }

  function abandon(thread: SqliteThread): void {
    abandoned += 1;
    void thread.abandon().then(() => {
      abandoned -= 1;
      startWaiting();
    });
  }

  async function runOn(thread: SqliteThread, { sql, parameters }: ScanStatement): Promise<unknown[]> {
    const overdue = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => overdue.resolve(undefined), budgetMs);
    const asked = thread.request({ kind: 'execute', sql, parameters });
    try {
      const answered = await Promise.race([asked, overdue.promise]);
      if (answered) return answered.result?.rows ?? [];
      abandon(thread);
      asked.catch(() => undefined);
      throw new StorageBusyError(`storage: a read took longer than ${budgetMs} ms`);
    } finally {
      clearTimeout(timer);
      if (!thread.failure()) putBack(thread);
    }
  }

  const run = async ({ statement, settle }: Waiting): Promise<void> => {
    const thread = await takeThread();
    await runOn(thread, statement).then(settle.resolve, settle.reject);
  };

  function startWaiting(): void {
    while (running.size < THREADS && running.size + abandoned < THREADS + MAX_ABANDONED) {
      const next = waiting.shift();
      if (!next) return;
      const ended = run(next)
        .catch(next.settle.reject)
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
      for (const { thread, timer } of idle.splice(0)) {
        clearTimeout(timer);
        close(thread);
      }
      await Promise.all(closing);
    },
  };
}
