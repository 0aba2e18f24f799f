import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFolder } from './private-folder.ts';
import { isBusy } from './sqlite-connection.ts';

/** Thrown when another process holds the lock of the data directory. */
export class DataDirLockedError extends Error {
  override readonly name = 'DataDirLockedError';
}

const LOCK_FILE = 'lock.sqlite';

/** References to the held locks, so that they are not garbage-collected and thereby freed. */
const held = new Set<DatabaseSync>();

/**
 * Takes the lock of a data directory until it is disposed of or the process dies for any reason: the lock is
 * an open SQLite transaction, which the operating system frees. Throws `DataDirLockedError` immediately when
 * another process holds the lock. Nothing else in this process may open and close the lock file, because
 * POSIX would then free the lock.
 */
export function lockDataDir(dir: string): Disposable {
  makePrivateFolder(dir);
  const lock = new DatabaseSync(join(dir, LOCK_FILE), { timeout: 0 });
  try {
    // Without a journal file the lock can be taken even on a full disk.
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
