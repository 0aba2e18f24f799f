import { readFile, writeFile } from 'node:fs/promises';

/** A generated file, by its path in the checkout. */
export type GeneratedFile = { readonly path: string; readonly content: string };

/** Returns the paths of files that are missing or out of date. */
export async function findStale(files: readonly GeneratedFile[], directory: string): Promise<string[]> {
  const found = await Promise.all(
    files.map(async (file) => ((await holds(file, directory)) ? [] : [file.path])),
  );
  return found.flat();
}

export async function writeFiles(files: readonly GeneratedFile[], directory: string): Promise<void> {
  await Promise.all(files.map(({ path, content }) => writeFile(`${directory}/${path}`, content)));
}

async function holds(file: GeneratedFile, directory: string): Promise<boolean> {
  try {
    return (await readFile(`${directory}/${file.path}`, 'utf8')) === file.content;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
