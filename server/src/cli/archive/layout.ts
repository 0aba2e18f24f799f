import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/*
 * A backup is a gzipped tar: `manifest.json`, `database` (of either form, see the storage), `data/…` (what the data
 * directory holds beside the database), `tls/…` and `mqtt-tls/…` (the operator's certificates and keys, when they lie
 * elsewhere).
 */
export const ENTRIES = {
  manifest: 'manifest.json',
  database: 'database',
  data: 'data',
  tls: 'tls',
  mqttTls: 'mqtt-tls',
} as const;

export const ARCHIVE_FORMAT = 'azulejo-backup';
export const ARCHIVE_VERSION = 1;

export type Manifest = {
  format: typeof ARCHIVE_FORMAT;
  version: typeof ARCHIVE_VERSION;
  /** The version of Azulejo that made it. */
  azulejo: string;
  /** ISO 8601. */
  created: string;
  engine: 'sqlite' | 'postgres';
};

export const RESTORING_PREFIX = '.restoring-';
export const REPLACED_PREFIX = 'replaced-';

/** What in a data directory is not the platform's own, is there only while it runs, or comes and goes, as mail does. */
const PASSING = new RegExp(
  `^(lock\\.sqlite.*|lost\\+found|outbox|\\${RESTORING_PREFIX}.*|${REPLACED_PREFIX}.*)$`,
);
const DATABASE = /^azulejo\.sqlite/;

/** The names directly in the data directory that are the platform's: what a restore would write over. */
export async function contentsOf(dataDir: string): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => !PASSING.test(name));
}

/** The files that are backed up beside the database, as paths in the data directory. Not what is being written. */
export async function filesToKeep(dataDir: string): Promise<string[]> {
  const tops = (await contentsOf(dataDir)).filter((name) => !DATABASE.test(name));
  const found = await Promise.all(tops.map((name) => filesIn(join(dataDir, name))));
  return found.flat().map((file) => relative(dataDir, file));
}

async function filesIn(path: string): Promise<string[]> {
  if (path.endsWith('.part')) return [];
  const found = await stat(path);
  if (found.isFile()) return [path];
  if (!found.isDirectory()) return [];
  const nested = await Promise.all((await readdir(path)).map((name) => filesIn(join(path, name))));
  return nested.flat();
}
