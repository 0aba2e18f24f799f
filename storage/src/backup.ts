import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { BackupOptions } from './backup-format.ts';
import { exportTo } from './export.ts';
import { internalsOf } from './internals.ts';
import type { Storage } from './storage.ts';

const vacuumFile = new URL(
  import.meta.url.endsWith('.ts') ? './sqlite-vacuum.ts' : './sqlite-vacuum.js',
  import.meta.url,
);

/**
 * Writes a consistent backup to a new file while writes continue: on SQLite an SQLite file, on PostgreSQL the
 * engine-neutral form. `restoreBackup` reads both forms on both engines. Throws when the file exists, and
 * leaves no file behind when it fails.
 */
export async function backupTo<DB>(
  storage: Storage<DB>,
  file: string,
  options: BackupOptions = {},
): Promise<void> {
  const source = internalsOf(storage).file;
  if (source === undefined) await exportTo(storage, file, options);
  else await vacuumTo(source, file);
}

async function vacuumTo(file: string, target: string): Promise<void> {
  // VACUUM INTO accepts an existing empty file. A file that it creates itself would be readable by everyone.
  await (await open(target, 'wx', 0o600)).close();
  try {
    const worker = new Worker(vacuumFile, { workerData: { file, target }, name: 'sqlite-backup' });
    await once(worker, 'exit');
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}
