import { Worker } from 'node:worker_threads';
import { StorageClosedError } from './errors.ts';
import { fromPlainError } from './sqlite-errors.ts';
import type { ConnectionOfWorker, WorkerReply, WorkerRequest } from './sqlite-protocol.ts';

type Answered = Extract<WorkerReply, { ok: true }>;

export type SqliteThread = {
  request(request: WorkerRequest): Promise<Answered>;
  /** Returns why the thread accepts no more requests; undefined while it does. */
  failure(): Error | undefined;
  close(): Promise<void>;
  /**
   * Refuses new requests and rejects the pending ones. Resolves when the thread has ended, which is after its
   * current query.
   */
  abandon(): Promise<void>;
};

/** The compiler rewrites the extension in imports but not in `new URL`, so it is chosen here. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './sqlite-worker.ts' : './sqlite-worker.js',
  import.meta.url,
);

/**
 * Starts a worker thread with one SQLite connection.
 *
 * 1. Requests are posted to the thread, which replies in order; `waiting` holds their promises in that order.
 * 2. When the thread dies, every waiting and every later request rejects with the reason.
 * 3. `close` lets the queued requests finish; `abandon` rejects them and terminates the thread.
 */
export function startThread(connection: ConnectionOfWorker, onFailure: (error: Error) => void): SqliteThread {
  const role = connection.mode === 'write' ? 'writer' : 'reader';
  const worker = new Worker(workerFile, { workerData: connection, name: `sqlite-${role}` });
  const waiting: PromiseWithResolvers<Answered>[] = [];
  let failure: Error | undefined;
  let isClosing = false;
  const exited = new Promise((resolve) => worker.once('exit', resolve));

  function fail(error: Error, expected = false): void {
    if (failure) return;
    failure = error;
    for (const request of waiting.splice(0)) request.reject(error);
    if (!expected) onFailure(error);
  }

  worker.on('message', (reply: WorkerReply) => {
    // Under `node --watch` a thread also sends a message for each file that it loads.
    if (!('ok' in reply)) return;
    const request = waiting.shift();
    if (reply.ok) request?.resolve(reply);
    else request?.reject(fromPlainError(reply.error));
  });
  worker.on('error', (error) => fail(died(role, error)));
  worker.on('messageerror', (error) => fail(died(role, error)));
  worker.on('exit', () => fail(died(role), isClosing));

  function request(message: WorkerRequest): Promise<Answered> {
    if (failure) return Promise.reject(failure);
    const answer = Promise.withResolvers<Answered>();
    worker.postMessage(message);
    waiting.push(answer);
    return answer.promise;
  }

  return {
    request,
    failure: () => failure,
    async close() {
      isClosing = true;
      if (!failure) await request({ kind: 'close' });
      fail(new StorageClosedError('storage: closed'), true);
      await exited;
    },
    async abandon() {
      fail(new StorageClosedError('storage: given up'), true);
      worker.unref();
      await worker.terminate();
    },
  };
}

function died(role: string, cause?: unknown): StorageClosedError {
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  return new StorageClosedError(`storage: the SQLite ${role} stopped${reason}`, { cause });
}
