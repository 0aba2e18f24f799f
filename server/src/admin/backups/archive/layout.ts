import { opendir, readdir, stat } from 'node:fs/promises';
import { join, posix, relative } from 'node:path';
import { ifExists } from '../../../platform/if-exists.ts';

/*
 * A backup is a gzipped tar, perhaps inside an age file: `manifest.json`, `database` (of either form, see the storage), `data/…` (the
 * rest of the data directory), `tls/…` and `mqtt-tls/…` (the operator's certificates and keys) and `keys/…` (those that
 * seal secrets), each only if it is elsewhere.
 */
export const ENTRIES = {
  manifest: 'manifest.json',
  database: 'database',
  data: 'data',
  tls: 'tls',
  mqttTls: 'mqtt-tls',
  keys: 'keys',
} as const;

export const ARCHIVE_FORMAT = 'azulejo-backup';
export const ARCHIVE_VERSION = 1;

export type Manifest = {
  format: typeof ARCHIVE_FORMAT;
  version: typeof ARCHIVE_VERSION;
  /** The version of Azulejo that created it. */
  azulejo: string;
  /** Time of the backup in ISO 8601. */
  created: string;
  engine: 'sqlite' | 'postgres';
};

export const RESTORING_PREFIX = '.restoring-';
export const REPLACED_PREFIX = 'replaced-';
/** Folders in the data directory in which a backup is being collected. Its process locks them. */
export const COLLECTING_PREFIX = '.backup-';

/**
 * Names in a data directory that are not the platform's own, exist only while it runs, or are temporary, such
 * as mail.
 */
const PASSING = new RegExp(
  `^(lock\\.sqlite.*|lost\\+found|outbox|\\${RESTORING_PREFIX}.*|\\${COLLECTING_PREFIX}.*|${REPLACED_PREFIX}.*)$`,
);
const DATABASE = /^azulejo\.sqlite/;
/** Logs of bridges, and the credentials and the link that a start wrote for one use. */
const NOT_KEPT = /^(bridges|demo-credentials\.txt|portal-owner-link\.txt)$/;

/**
 * Returns the names at the top of the data directory that belong to the platform: a restore would replace
 * them.
 */
export async function contentsOf(dataDir: string): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => !PASSING.test(name));
}

const isKept = (name: string): boolean => !PASSING.test(name) && !DATABASE.test(name) && !NOT_KEPT.test(name);

/**
 * Returns whether a backup contains entries of this path. Others that somebody packed, such as a lock or a second
 * database, would be taken for the platform's own.
 */
export function isEntry(path: string): boolean {
  const [top, name] = posix.normalize(path).split('/');
  if (top === ENTRIES.data) return !name || isKept(name);
  return Object.values<string | undefined>(ENTRIES).includes(top);
}

/**
 * Lists the files to back up in addition to the database one by one, as paths in the data directory: there may be
 * millions. Unfinished files are not included.
 */
export async function* filesToKeep(dataDir: string): AsyncGenerator<string> {
  for (const name of (await readdir(dataDir)).filter(isKept)) {
    for await (const file of filesIn(join(dataDir, name))) yield relative(dataDir, file);
  }
}

/** Lists the files below a path. What was removed since its folder was read is left out. */
async function* filesIn(path: string): AsyncGenerator<string> {
  if (path.endsWith('.part')) return;
  const found = await ifExists(stat(path));
  if (found?.isFile()) yield path;
  const folder = found?.isDirectory() ? await ifExists(opendir(path)) : undefined;
  if (!folder) return;
  for await (const { name } of folder) yield* filesIn(join(path, name));
}
