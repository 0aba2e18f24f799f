import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { lockDataDir } from '@azulejo/storage';

export type TemporaryFolder = AsyncDisposable & { readonly path: string };

/**
 * Creates a temporary folder next to the target, so that files can be renamed into place. It is removed when
 * disposed of, or at the exit.
 */
export function temporaryFolder(prefix: string): TemporaryFolder {
  // It is created synchronously, so that a signal cannot end the process before the handler exists.
  const path = mkdtempSync(prefix);
  const removeNow = () => rmSync(path, { recursive: true, force: true });
  process.once('exit', removeNow);
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true });
      process.off('exit', removeNow);
    },
  };
}

/** Removes the temporary folders of this prefix that a process which was killed left behind. */
export async function removeTemporaryFolders(prefix: string): Promise<void> {
  for (const path of await foldersOf(prefix)) await rm(path, { recursive: true, force: true });
}

/** Does the same where other processes may be using such folders, which they have locked. */
export async function removeUnlockedFolders(prefix: string): Promise<void> {
  for (const path of await foldersOf(prefix)) {
    if (!isLocked(path)) await rm(path, { recursive: true, force: true });
  }
}

async function foldersOf(prefix: string): Promise<string[]> {
  const folder = dirname(prefix);
  const names = await readdir(folder);
  return names.map((name) => join(folder, name)).filter((path) => path.startsWith(prefix));
}

/** Returns whether a process holds the lock of a folder. One of another account counts as locked. */
function isLocked(path: string): boolean {
  try {
    lockDataDir(path)[Symbol.dispose]();
    return false;
  } catch {
    return true;
  }
}
