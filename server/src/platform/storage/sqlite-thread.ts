import { Worker } from 'node:worker_threads';
import { StorageClosedError } from './errors.ts';
import { fromPlainError } from './sqlite-errors.ts';
import type { ConnectionOfWorker, WorkerReply, WorkerRequest } from './sqlite-protocol.ts';

type Answered = Extract<WorkerReply, { ok: true }>;

export type SqliteThread = {
  request(request: WorkerRequest): Promise<Answered>;
  /** Why the thread takes no more requests, once it does not. */
  failure(): Error | undefined;
  close(): Promise<void>;
  /** Takes no more requests and gives up those under way. Resolves when the thread has ended, after its current query. */
  abandon(): Promise<void>;
};

/** Built code stands beside built code; the rewriting of imports does not reach into `new URL`. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './sqlite-worker.ts' : './sqlite-worker.js',
  import.meta.url,
);

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
    // Under `node --watch` a thread also reports the files that it loads.
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
