import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ifExists } from './if-exists.ts';
import { replaceFile, syncFolder } from './private-files.ts';

/** A folder of immutable files. */
export type Files = {
  /** Writes the file atomically. It is on the disk when the promise resolves. */
  put(name: string, bytes: Buffer): Promise<void>;
  get(name: string): Promise<Buffer | undefined>;
  /**
   * Returns every file, or those of the names, including partial ones that a killed process left. `putAt` is when it
   * was put last, in milliseconds since 1970.
   */
  list(isWanted?: (name: string) => boolean): Promise<StoredFile[]>;
  /** Returns the file of this name, as `list` does. */
  find(name: string): Promise<StoredFile | undefined>;
  /** Removes the file, unless it was put again since it was listed. */
  remove(file: StoredFile): Promise<void>;
};

export type StoredFile = { name: string; putAt: number };

/** Matches names that we chose ourselves, never a path from a caller. */
const NAME = /^[A-Za-z0-9_-]+\.[a-z]+$/;
const HALF_WRITTEN = /^\.[A-Za-z0-9_-]+\.part$/;

export async function openFiles(folder: string): Promise<Files> {
  if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined)
    await syncFolder(dirname(folder));
  return {
    async put(name, bytes) {
      const target = join(folder, checked(name));
      if (await touch(target)) return;
      await replaceFile(target, bytes);
    },
    async get(name) {
      if (!NAME.test(name)) return undefined;
      return ifExists(readFile(join(folder, name)));
    },
    async list(isWanted = () => true) {
      const files: StoredFile[] = [];
      // Sequential, because sign-ins need the same thread pool.
      for (const name of (await readdir(folder)).filter(isWanted)) {
        const putAt =
          NAME.test(name) || HALF_WRITTEN.test(name) ? await timeOf(join(folder, name)) : undefined;
        if (putAt !== undefined) files.push({ name, putAt });
      }
      return files;
    },
    async find(name) {
      const putAt = await timeOf(join(folder, checked(name)));
      return putAt === undefined ? undefined : { name, putAt };
    },
    async remove({ name, putAt }) {
      const path = join(folder, name);
      if ((await timeOf(path)) === putAt) await rm(path, { force: true });
    },
  };
}

function checked(name: string): string {
  if (!NAME.test(name)) throw new Error(`"${name}" is not a file name of ours.`);
  return name;
}

/** Returns whether the file exists, and sets its time to now. */
async function touch(path: string): Promise<boolean> {
  const now = new Date();
  return (await ifExists(utimes(path, now, now).then(() => true))) ?? false;
}

async function timeOf(path: string): Promise<number | undefined> {
  const found = await ifExists(stat(path));
  return found?.isFile() ? found.mtimeMs : undefined;
}
