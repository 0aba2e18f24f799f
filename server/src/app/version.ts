import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of this package, read from the same place in `src` and in `dist`. */
export const version: string = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string }
).version;
