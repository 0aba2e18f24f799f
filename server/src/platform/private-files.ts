import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makePrivateFolder } from '@azulejo/storage';
import { ifExists } from './if-exists.ts';
import { newId } from './random-token.ts';

/**
 * Errors of file systems without hard links, such as memory cards and network shares. There, two simultaneous
 * first starts are not detected.
 */
const WITHOUT_LINKS = ['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'];

/** Returns the text of a file, or undefined when it does not exist. */
export const readIfThere = (path: string): Promise<string | undefined> => ifExists(readFile(path, 'utf8'));

/**
 * Writes a file atomically, readable only by its owner. It is on the disk when the promise resolves: even after a power
 * cut, the file holds all of `content`, or what it held before.
 */
export async function replaceFile(path: string, content: string | Buffer): Promise<void> {
  await viaTemporary(path, content, (temporary) => rename(temporary, path));
}

/** Writes a file like `replaceFile` unless it exists. Returns whether it was written. */
export async function createFile(path: string, text: string): Promise<boolean> {
  try {
    await viaTemporary(path, text, (temporary) => link(temporary, path));
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!WITHOUT_LINKS.includes(code)) throw error;
    await replaceFile(path, text);
    return true;
  }
}

async function viaTemporary(
  path: string,
  content: string | Buffer,
  put: (temporary: string) => Promise<void>,
): Promise<void> {
  makePrivateFolder(dirname(path));
  // Backups skip files with this ending.
  const temporary = join(dirname(path), `.${newId()}.part`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await put(temporary);
    await syncFolder(dirname(path));
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Syncs a folder: otherwise a power cut may undo a rename (fsync(2)). Windows cannot open folders or need this. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
