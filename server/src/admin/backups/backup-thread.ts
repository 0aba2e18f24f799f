import { parentPort, workerData } from 'node:worker_threads';
import { type BackupOptions, backUpToFile } from './archive/back-up.ts';
import type { BackupSource } from './archive/collect.ts';
import type { BackupTask } from './run-in-thread.ts';

/* The thread of one scheduled backup: packing and encrypting would delay the requests of the server. */
const { source, file, version, encryption } = workerData as BackupTask;
const options: BackupOptions = { version, encryption, progress: () => undefined };
parentPort?.postMessage(await backUpToFile(source satisfies BackupSource, file, options));
