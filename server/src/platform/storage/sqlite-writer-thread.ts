import { Worker } from 'node:worker_threads';
import { StorageClosedError } from './errors.ts';
import { fromPlainError } from './sqlite-errors.ts';
import type { WriterReply, WriterRequest } from './sqlite-protocol.ts';

type Answered = Extract<WriterReply, { ok: true }>;

export type WriterThread = {
  request(request: WriterRequest): Promise<Answered>;
  /** Why the thread takes no more requests, once it does not. */
  failure(): Error | undefined;
  close(): Promise<void>;
};

/** Built code stands beside built code; the rewriting of imports does not reach into `new URL`. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './sqlite-writer.ts' : './sqlite-writer.js',
  import.meta.url,
);

export function startWriterThread(file: string, onFailure: (error: Error) => void): WriterThread {
  const worker = new Worker(workerFile, { workerData: file, name: 'sqlite-writer' });
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

  worker.on('message', (reply: WriterReply) => {
    // Under `node --watch` a thread also reports the files that it loads.
    if (!('ok' in reply)) return;
    const request = waiting.shift();
    if (reply.ok) request?.resolve(reply);
    else request?.reject(fromPlainError(reply.error));
  });
  worker.on('error', (error) => fail(died(error)));
  worker.on('messageerror', (error) => fail(died(error)));
  worker.on('exit', () => fail(died(undefined), isClosing));

  function request(message: WriterRequest): Promise<Answered> {
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
  };
}

function died(cause: unknown): StorageClosedError {
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  return new StorageClosedError(`storage: the SQLite writer stopped${reason}`, { cause });
}
