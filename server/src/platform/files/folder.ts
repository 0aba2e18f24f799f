import { mkdir, opendir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ifExists } from '../if-exists.ts';
import { replaceFile, syncFolder } from '../private-files.ts';
import { checkedName, type Files, isFileName } from './files.ts';

const HALF_WRITTEN = /^\.[A-Za-z0-9_-]+\.part$/;

/** Opens a folder of files, and creates it if it does not exist. */
export async function openFolder(folder: string): Promise<Files> {
  if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined)
    await syncFolder(dirname(folder));
  return {
    async put(name, bytes) {
      const target = join(folder, checkedName(name));
      if (await touch(target)) return;
      await replaceFile(target, bytes);
    },
    async get(name) {
      if (!isFileName(name)) return undefined;
      return ifExists(readFile(join(folder, name)));
    },
    async *list() {
      for await (const { name } of await opendir(folder)) {
        const isOurs = isFileName(name) || HALF_WRITTEN.test(name);
        const putAt = isOurs ? await timeOf(join(folder, name)) : undefined;
        if (putAt !== undefined) yield { name, putAt };
      }
    },
    async find(name) {
      const putAt = await timeOf(join(folder, checkedName(name)));
      return putAt === undefined ? undefined : { name, putAt };
    },
    async remove({ name, putAt }) {
      const path = join(folder, name);
      if ((await timeOf(path)) === putAt) await rm(path, { force: true });
    },
  };
}

/** Returns whether the file exists, and sets its time to now. */
async function touch(path: string): Promise<boolean> {
  const now = new Date();
  return (await ifExists(utimes(path, now, now).then(() => true))) ?? false;
}

/** Returns whole milliseconds, as `touch` sets them: a fraction would make a file that is put again older. */
async function timeOf(path: string): Promise<number | undefined> {
  const found = await ifExists(stat(path));
  return found?.isFile() ? Math.floor(found.mtimeMs) : undefined;
}
