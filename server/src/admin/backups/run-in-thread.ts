import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BackupOptions, BackupReport } from './archive/back-up.ts';
import type { BackupSource } from './archive/collect.ts';

export type BackupTask = Pick<BackupOptions, 'version' | 'encryption'> & {
  readonly source: BackupSource;
  readonly file: string;
};

const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './backup-thread.ts' : './backup-thread.js',
  import.meta.url,
);

/** Makes a backup in its own thread. `signal` ends it, and then it rejects. */
export async function backUpInThread(task: BackupTask, signal: AbortSignal): Promise<BackupReport> {
  const worker = new Worker(threadFile, { workerData: task, name: 'backup' });
  const terminate = () => void worker.terminate();
  signal.addEventListener('abort', terminate, { once: true });
  try {
    const exited = once(worker, 'exit');
    // Both reject with the error that the thread ended with.
    exited.catch(() => undefined);
    const [report] = await Promise.race([once(worker, 'message'), exited.then(refuseEarlyEnd)]);
    await exited;
    return report as BackupReport;
  } finally {
    signal.removeEventListener('abort', terminate);
  }
}

function refuseEarlyEnd(): never {
  throw new Error('the backup was interrupted');
}
