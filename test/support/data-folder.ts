import { globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { lockDataDir } from '@azulejo/storage';

/** Where Linux has a file system in memory; containers often make it small. */
const IN_MEMORY = '/dev/shm';
/** What `statfs` returns as the type of such a file system (statfs(2), `TMPFS_MAGIC`). */
const TMPFS = 0x01_02_19_94;
/** More than the databases of the largest suites that run at a time. */
const ROOM_BYTES = 4 * 1024 ** 3;
const PREFIX = 'azulejo-data-';

/** The folder for the databases of a run. Disposing of it removes it. */
export type DataFolder = Disposable & { readonly path: string };

/**
 * Creates the folder: in memory where there is room, otherwise in `scratch`. SQLite waits for the disk at each commit.
 */
export function createDataFolder(scratch: string): DataFolder {
  removeLeftovers();
  const path = mkdtempSync(join(hasRoom() ? IN_MEMORY : scratch, PREFIX));
  const lock = lockDataDir(path);
  return {
    path,
    [Symbol.dispose]() {
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
      lock[Symbol.dispose]();
    },
  };
}

function hasRoom(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(IN_MEMORY);
    return type === TMPFS && bavail * bsize >= ROOM_BYTES && process.availableMemory() >= 2 * ROOM_BYTES;
  } catch {
    return false;
  }
}

/** Removes the folders of runs that were killed, because nothing else frees their memory. */
function removeLeftovers(): void {
  for (const path of globSync(join(IN_MEMORY, `${PREFIX}*`))) {
    try {
      using _lock = lockDataDir(path);
      rmSync(path, { recursive: true, force: true });
    } catch {
      // A run uses it, or it is another user's.
    }
  }
}
