import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

type Options = {
  /** What the thread is called in diagnostics. */
  name: string;
  workerData?: unknown;
  /** Ends the thread. */
  signal?: AbortSignal;
};

/** Runs a file in its own thread. Returns the first message that it posts, and rejects when it ends without one. */
export async function runInThread<Result>(file: URL, { name, workerData, signal }: Options): Promise<Result> {
  const worker = new Worker(file, { workerData, name });
  const terminate = () => void worker.terminate();
  signal?.addEventListener('abort', terminate, { once: true });
  try {
    const exited = once(worker, 'exit');
    // Both reject with the error that the thread ended with.
    exited.catch(() => undefined);
    const [result] = await Promise.race([once(worker, 'message'), exited.then(() => refuseEarlyEnd(name))]);
    await exited;
    return result as Result;
  } finally {
    signal?.removeEventListener('abort', terminate);
  }
}

function refuseEarlyEnd(name: string): never {
  throw new Error(`the ${name} was interrupted`);
}
