import { readFile } from 'node:fs/promises';
import { Refusal } from './refusal.ts';

/** Reads a secret from the first line of a file. Throws a Refusal when there is none, or the file cannot be read. */
export async function readFirstLine(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new Refusal(`${file} cannot be read: ${cause.code}`, { cause });
  });
  const [line = ''] = text.split(/\r?\n/, 1);
  if (line === '') throw new Refusal(`the first line of ${file} is empty`);
  return line;
}
