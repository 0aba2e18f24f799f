import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux has a file system in memory; containers often make it small. */
const IN_MEMORY = '/dev/shm';
/** What `statfs` returns as the type of such a file system (statfs(2), `TMPFS_MAGIC`). */
const TMPFS = 0x01_02_19_94;
/** More than the databases of the largest suites that run at a time. */
const ROOM_BYTES = 4 * 1024 ** 3;
const PREFIX = 'azulejo-data-';

/**
 * Creates the folder for the databases of a run: in memory where there is room, otherwise in `scratch`. SQLite
 * waits for the disk at each commit.
 */
export function createDataFolder(scratch: string): string {
  if (!hasRoom()) return mkdtempSync(join(scratch, PREFIX));
  removeLeftovers();
  return mkdtempSync(join(IN_MEMORY, `${PREFIX}${process.pid}-`));
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
  for (const name of readdirSync(IN_MEMORY)) {
    const owner = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : undefined;
    if (owner !== undefined && hasEnded(owner))
      rmSync(join(IN_MEMORY, name), { recursive: true, force: true });
  }
}

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // Another user's process exists too, and refuses the signal.
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
