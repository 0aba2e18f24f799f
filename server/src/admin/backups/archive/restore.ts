import { existsSync } from 'node:fs';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DataDirLockedError,
  lockDataDir,
  openStorage,
  restoreBackup,
  type StorageOptions,
} from '@azulejo/storage';
import { sql } from 'kysely';
import type { Config } from '../../../config/config.ts';
import { createServerRows } from '../../../core/servers/index.ts';
import { type Database, migrations } from '../../../database/index.ts';
import { openToExamine, pastPooler } from '../../../database/open.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { endEpoch } from '../../../telemetry/events/index.ts';
import { contentsOf, ENTRIES, type Manifest, REPLACED_PREFIX, RESTORING_PREFIX } from './layout.ts';
import type { Progress } from './progress.ts';
import { removeTemporaryFolders, temporaryFolder } from './temporary-folder.ts';
import { type BackupInput, unpack } from './unpack.ts';

export type RestoreReport = {
  manifest: Manifest;
  rows: number;
  /** Migrations that are newer than the backup, and were applied. */
  migrated: readonly string[];
  /** The folder to which the previous data was moved. */
  replaced: string | undefined;
  /**
   * Folders of the certificates and keys from outside the data directory: those of HTTPS, and those of MQTT
   * alone.
   */
  tls: string | undefined;
  mqttTls: string | undefined;
  /** The folder of the keys that seal secrets, from outside the data directory. */
  keys: string | undefined;
};

export type RestoreOptions = { isReplacing: boolean; progress: Progress };

/** Builds everything in a temporary folder, and replaces the data when all of it is valid. */
export async function restore(
  place: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>,
  input: BackupInput,
  { isReplacing, progress }: RestoreOptions,
): Promise<RestoreReport> {
  const { dataDir } = place;
  using _lock = lock(dataDir);
  await refuseWhileServersRun(place);
  const earlier = await contentsOf(dataDir);
  if (earlier.length > 0 && !isReplacing) {
    throw new Refusal(`${dataDir} already contains a platform; --replace moves it aside`);
  }
  await removeTemporaryFolders(join(dataDir, RESTORING_PREFIX));
  await using folder = temporaryFolder(join(dataDir, RESTORING_PREFIX));
  progress('unpacking');
  const manifest = await unpack(input, folder.path);
  const made = join(folder.path, 'new');
  const storage = { ...pastPooler({ ...place, dataDir: made }), migrations };
  const { tables, migrated } = await restoreBackup(storage, join(folder.path, ENTRIES.database), {
    onProgress: ({ table, rows }) => progress(`restoring the database: ${table}, ${rows} rows`),
  });
  await endCursors(storage);
  const replaced = await putAside(dataDir, earlier);
  await moveAll(made, dataDir);
  await moveAll(join(folder.path, ENTRIES.data), dataDir);
  const tls = await moveOne(ENTRIES.tls, folder.path, dataDir);
  const mqttTls = await moveOne(ENTRIES.mqttTls, folder.path, dataDir);
  const keys = await moveOne(ENTRIES.keys, folder.path, dataDir);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return { manifest, rows, migrated, replaced, tls, mqttTls, keys };
}

/**
 * Invalidates the cursors of events after the backup, which must not be confused with those of new events.
 */
async function endCursors(options: StorageOptions): Promise<void> {
  await using db = await openStorage<Database>(options);
  await endEpoch(db);
}

function lock(dataDir: string): Disposable {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (!(error instanceof DataDirLockedError)) throw error;
    throw new Refusal(`a server is running on ${dataDir}; stop it first`, { cause: error });
  }
}

/** Throws a Refusal that names the servers that use the database, on whichever machine they run. */
async function refuseWhileServersRun(place: Parameters<typeof openToExamine>[0]): Promise<void> {
  if (place.databaseUrl === undefined) return;
  await using db = await openToExamine(place);
  const { exists } = await db.read
    .selectNoFrom(sql<boolean>`to_regclass('servers') is not null`.as('exists'))
    .executeTakeFirstOrThrow();
  const living = exists ? await createServerRows(db).living() : [];
  if (living.length === 0) return;
  const names = living.map(({ name }) => name).join(', ');
  throw new Refusal(`servers are running on this database (${names}); stop all of them first`);
}

async function putAside(dataDir: string, names: readonly string[]): Promise<string | undefined> {
  if (names.length === 0) return undefined;
  const folder = join(dataDir, `${REPLACED_PREFIX}${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  await mkdir(folder);
  for (const name of names) await rename(join(dataDir, name), join(folder, name));
  return folder;
}

async function moveAll(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  for (const name of await readdir(from)) await rename(join(from, name), join(to, name));
}

/**
 * Moves the entry if it exists, and returns its new path. The data may contain a folder of this name, made by an
 * earlier restore; neither replaces the other.
 */
async function moveOne(name: string, from: string, to: string): Promise<string | undefined> {
  if (!existsSync(join(from, name))) return undefined;
  const target = freePath(join(to, name));
  await rename(join(from, name), target);
  return target;
}

function freePath(path: string): string {
  let free = path;
  for (let number = 2; existsSync(free); number += 1) free = `${path}-${number}`;
  return free;
}
