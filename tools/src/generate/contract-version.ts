import { readFile } from 'node:fs/promises';
import { root } from '../root.ts';

/** Returns the contract's version, which its documents contain. */
export async function contractVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(`${root}contract/package.json`, 'utf8')) as {
    version: string;
  };
  return version;
}
