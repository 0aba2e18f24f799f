import { constants } from 'node:fs';
import { chmod, copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { BackupError, type BackupOptions, type BackupProgress, type BackupSummary } from './backup-format.ts';
import { isSqliteFile } from './backup-source.ts';
import { internalsOf } from './internals.ts';
import { openStorage, SQLITE_FILE, type StorageOptions } from './open.ts';
import { countRows, refuseFilled } from './restore-checks.ts';
import { snapshotOf } from './sqlite-snapshot.ts';
import { readTables } from './tables.ts';

/**
 * Restores an SQLite file on SQLite by copying it with its indexes, which takes about as long as the backup did:
 * inserted one by one, rows of some gigabytes would take hours to find their places in the indexes. Returns undefined,
 * with an empty database, when the backup has another form, or a schema that these migrations would not make; its rows
 * must then be inserted. Throws `BackupError`, and leaves no database, when the file is damaged.
 */
export async function restoreCopy(
  options: StorageOptions,
  backup: string,
  { onProgress }: BackupOptions,
): Promise<BackupSummary | undefined> {
  if (options.databaseUrl || !(await isSqliteFile(backup))) return undefined;
  const made = await schemaMadeBy(options);
  const stored = await snapshotOf(backup)(({ db }) => schemaOf(db));
  if (!isDeepStrictEqual(stored, made)) return undefined;
  const file = join(options.dataDir, SQLITE_FILE);
  try {
    await rm(file);
    await copyFile(backup, file, constants.COPYFILE_FICLONE);
    await chmod(file, 0o600);
    await using storage = await openStorage({ ...options, skipMigrations: true });
    return await internalsOf(storage)
      .maintain((tx) => check(tx, onProgress))
      .catch(refuseDamaged);
  } catch (error) {
    await removeFile(file);
    throw error;
  }
}

/** Removes an SQLite file with the files that belong to it. */
export async function removeFile(file: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true });
}

/** Throws what reading the tables failed with, as an error of the backup. */
function refuseDamaged(error: unknown): never {
  if (error instanceof BackupError) throw error;
  throw new BackupError('this backup is damaged', { cause: error });
}

/** Creates the database, and returns its schema. */
async function schemaMadeBy(options: StorageOptions): Promise<unknown> {
  await using storage = await openStorage(options);
  const { db } = internalsOf(storage);
  await refuseFilled(db, await readTables(db, 'sqlite'));
  return schemaOf(db);
}

async function schemaOf(db: Kysely<unknown>): Promise<unknown> {
  return (await sql`select type, name, tbl_name, sql from sqlite_master order by type, name`.execute(db))
    .rows;
}

/** Checks the pages of the file and every table, and counts the rows. */
async function check(db: Kysely<unknown>, onProgress: BackupOptions['onProgress']): Promise<BackupSummary> {
  const tables: BackupProgress[] = [];
  // The full check would look up each row in each index. The backup made the indexes from the rows.
  const [pages] = (await sql<{ quick_check: string }>`select * from pragma_quick_check limit 1`.execute(db))
    .rows;
  if (pages?.quick_check !== 'ok') throw new BackupError(`the backup is damaged: ${pages?.quick_check}`);
  for (const { name } of await readTables(db, 'sqlite')) {
    onProgress?.({ table: name, rows: 0 });
    const { rows } = await sql`select 1 from pragma_foreign_key_check(${name}) limit 1`.execute(db);
    if (rows.length > 0) throw new BackupError(`${name} refers to rows that are not in the backup`);
    const progress = { table: name, rows: await countRows(db, name) };
    tables.push(progress);
    onProgress?.(progress);
  }
  return { tables };
}
