import { StorageBusyError, StorageClosedError } from './errors.ts';
import type { ScanStatement, SetTimer } from './options.ts';
import { createReaderPool } from './sqlite-reader-pool.ts';
import type { SqliteThread } from './sqlite-thread.ts';

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
