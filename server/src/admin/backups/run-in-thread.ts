import { runInThread } from '../../platform/run-in-thread.ts';
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
export const backUpInThread = (task: BackupTask, signal: AbortSignal): Promise<BackupReport> =>
  runInThread(threadFile, { name: 'backup', workerData: task, signal });
