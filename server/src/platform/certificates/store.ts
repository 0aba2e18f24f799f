import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { newId } from '../random-token.ts';

/** What file systems answer that have no hard links (cards, shares): two first starts at one moment are not told apart. */
const WITHOUT_LINKS = ['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'];

/** Its text, or undefined when there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Puts a file there whole, on the disk when it resolves, readable by its owner only. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await viaTemporary(path, text, (temporary) => rename(temporary, path));
}

/** The same unless there is one already; answers whether it was put. */
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

async function viaTemporary(path: string, text: string, put: (temporary: string) => Promise<void>) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Backups pass over files that end so.
  const temporary = `${path}.${newId()}.part`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
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

/** The name, too, must outlive a power cut. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
