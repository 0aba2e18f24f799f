import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

export const ENV_FILE = '.env';

/** Returns the names that `.env` in the current folder sets. */
export const envFileNames = (): string[] =>
  existsSync(ENV_FILE) ? Object.keys(parseEnv(readFileSync(ENV_FILE, 'utf8'))) : [];
