import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A generated file, by its path in the checkout. */
export type GeneratedFile = { readonly path: string; readonly content: string };

/** Returns the paths of files that are missing or out of date. */
export async function findStale(files: readonly GeneratedFile[], directory: string): Promise<string[]> {
  const found = await Promise.all(
    files.map(async (file) => ((await holds(file, directory)) ? [] : [file.path])),
  );
  return found.flat();
}

/** Writes files, with the folders that they need. */
export async function writeFiles(files: readonly GeneratedFile[], directory: string): Promise<void> {
  await Promise.all(
    files.map(async ({ path, content }) => {
      const file = join(directory, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }),
  );
}

async function holds(file: GeneratedFile, directory: string): Promise<boolean> {
  try {
    return (await readFile(`${directory}/${file.path}`, 'utf8')) === file.content;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
