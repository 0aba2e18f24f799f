import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from './random-token.ts';

/** A folder of files that never change once they are there. */
export type Files = {
  /** Written whole or not at all, and on the disk when it resolves. */
  put(name: string, bytes: Buffer): Promise<void>;
  get(name: string): Promise<Buffer | undefined>;
};

/** Names are ours, never a caller's path. */
const NAME = /^[A-Za-z0-9_-]+\.[a-z]+$/;

export async function openFiles(folder: string): Promise<Files> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    async put(name, bytes) {
      const target = join(folder, checked(name));
      if (await exists(target)) return;
      const temporary = join(folder, `.${newId()}.part`);
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, target);
    },
    async get(name) {
      if (!NAME.test(name)) return undefined;
      return readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
    },
  };
}

function checked(name: string): string {
  if (!NAME.test(name)) throw new Error(`"${name}" is not a file name of ours.`);
  return name;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
