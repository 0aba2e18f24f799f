import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from './sqlite-connection.ts';

/** Another process holds the data directory. */
export class DataDirLockedError extends Error {
  override readonly name = 'DataDirLockedError';
}

const LOCK_FILE = 'lock.sqlite';

/** Keeps the locks from being collected, and so freed, while nobody else refers to them. */
const held = new Set<DatabaseSync>();

/**
 * Takes the lock of a data directory until it is disposed of or the process dies, however it dies: the lock
 * is an open SQLite transaction, which the operating system frees. Throws `DataDirLockedError` at once when
 * another process holds it. Nothing else in this process may open and close the lock file: POSIX would
 * free the lock with it.
 */
export function lockDataDir(dir: string): Disposable {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(dir, LOCK_FILE), { timeout: 0 });
  try {
    // Without a journal file the lock can be taken on a full disk, too.
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new DataDirLockedError(`the data directory ${dir} is in use by another Azulejo process`);
  }
  held.add(lock);
  return {
    [Symbol.dispose]() {
      if (held.delete(lock)) lock.close();
    },
  };
}
