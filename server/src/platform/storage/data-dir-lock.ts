import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from './sqlite-connection.ts';

/** Somebody else holds the data directory in a way that excludes this one. */
export class DataDirLockedError extends Error {
  override readonly name = 'DataDirLockedError';
}

const LOCK_FILE = 'lock.sqlite';

/** Keeps the locks from being collected, and so freed, while nobody else refers to them. */
const held = new Set<DatabaseSync>();

/**
 * Takes the lock of a data directory until it is disposed of or the process dies, however it dies: the lock
 * is an open SQLite transaction, which the operating system frees. Throws `DataDirLockedError` at once when
 * another holder excludes it. Nothing else in this process may open and close the lock file: POSIX would
 * free the lock with it.
 */
export function lockDataDir(dir: string, mode: 'exclusive' | 'shared'): Disposable {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(dir, LOCK_FILE), { timeout: 0 });
  try {
    lock.exec(mode === 'exclusive' ? 'begin exclusive' : 'begin; select * from sqlite_master');
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
