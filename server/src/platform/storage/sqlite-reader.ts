import { StorageBusyError, StorageClosedError } from './errors.ts';
import type { ScanStatement } from './options.ts';
import { type SqliteThread, startThread } from './sqlite-thread.ts';

/** Each may take a while: whoever comes behind so many should rather ask again. */
const MAX_WAITING = 200;
/** With two, one slow question does not hold up all others; more would take the cores from the event loop. */
const THREADS = 2;
/** SQLite cannot be interrupted from outside: a thread that was given up runs until its query ends. */
const MAX_ABANDONED = 2;
/** A thread takes 12 MB, and most servers need none between one person's look at a chart and the next. */
const IDLE_TIMEOUT_MS = 30_000;

type Waiting = { statement: ScanStatement; settle: PromiseWithResolvers<unknown[]> };

type Idle = { thread: SqliteThread; timer: NodeJS.Timeout };

type Options = {
  file: string;
  budgetMs: number;
  /** How long a thread waits for its next read before it ends. */
  idleTimeoutMs?: number;
  onFailure: (error: Error) => void;
};

/**
 * Long reads on a few threads, first come, first served; reads start them, and idle ones end. A read that takes longer
 * than its budget rejects with `StorageBusyError`, and a new thread takes the place of the one that it occupies.
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
    // What its start takes does not count towards a budget.
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
    // A thread that dies instead has told `onFailure`.
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
    /** Finishes what waits. */
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
