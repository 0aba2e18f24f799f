import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

/** Returns a digest of the names and the content of files of the checkout, to know whether they changed. */
export function digestOf(inputs: readonly string[], exclude: readonly string[]): string {
  const hash = createHash('sha256');
  for (const name of globSync(inputs, { cwd: root, exclude }).toSorted())
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(join(root, name)));
  return hash.digest('hex');
}
