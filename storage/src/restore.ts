import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { BackupError, type BackupOptions, type BackupProgress, type BackupSummary } from './backup-format.ts';
import { type BackupRows, readBackupHeader, withBackup } from './backup-source.ts';
import type { EngineName } from './engine.ts';
import { ConstraintError } from './errors.ts';
import { describeDatabase } from './export.ts';
import { internalsOf } from './internals.ts';
import { refuseUnknown } from './migrations.ts';
import { openStorage, SQLITE_FILE, type StorageOptions } from './open.ts';
import { countRows, refuseFilled, refuseMismatch } from './restore-checks.ts';
import { removeFile, restoreCopy } from './restore-copy.ts';
import { isDamage } from './sqlite-errors.ts';
import type { Storage } from './storage.ts';
import { continueIdentities } from './tables.ts';

/** Maximum number of parameters per insert. SQLite allows 32,766 in a statement, PostgreSQL 65,535. */
const PARAMETERS = 30_000;

type Restored = BackupSummary & { migrated: readonly string[] };

/**
 * Creates the database with the schema of the backup, restores the backup, and applies the migrations that
 * are newer than the backup. Throws before it changes anything when a newer version made the backup, and
 * `BackupError` wherever the backup turns out to be damaged. Then it leaves no SQLite file that it created.
 */
export async function restoreBackup(
  options: StorageOptions,
  file: string,
  backupOptions: BackupOptions = {},
): Promise<Restored> {
  const target = join(options.dataDir, SQLITE_FILE);
  const isNew = !options.databaseUrl && !existsSync(target);
  try {
    return await restore(options, file, backupOptions);
  } catch (error) {
    if (isNew) await removeFile(target);
    throw isDamage(error) || error instanceof ConstraintError
      ? new BackupError(`this backup is damaged: ${error.message}`, { cause: error })
      : error;
  }
}

async function restore(
  options: StorageOptions,
  file: string,
  backupOptions: BackupOptions,
): Promise<Restored> {
  const { migrations } = await readBackupHeader(file);
  refuseUnknown(
    migrations.map((name) => ({ name })),
    options.migrations,
    'backup',
  );
  const made = Object.entries(options.migrations).filter(([name]) => migrations.includes(name));
  const target = { ...options, migrations: Object.fromEntries(made) };
  const summary =
    (await restoreCopy(target, file, backupOptions)) ?? (await restoreInto(target, file, backupOptions));
  await using storage = await openStorage(options);
  return { ...summary, migrated: storage.migrated };
}

async function restoreInto(options: StorageOptions, file: string, backupOptions: BackupOptions) {
  await using storage = await openStorage(options);
  return await restoreFrom(storage, file, backupOptions);
}

/**
 * Restores all rows of a backup, of either form and from either engine, into an empty database with the same
 * migrations, in one transaction. Throws `BackupError` and leaves the database empty when anything does not
 * match.
 *
 * 1. The backup and the database must have the same migrations and tables, and the tables must be empty.
 * 2. The rows are inserted in batches. Foreign keys are checked at the commit.
 * 3. On PostgreSQL the identity columns continue after the highest restored value.
 * 4. The rows of every table are counted and compared with the backup.
 */
export async function restoreFrom<DB>(
  storage: Storage<DB>,
  file: string,
  { onProgress }: BackupOptions = {},
): Promise<BackupSummary> {
  const { maintain, migrations } = internalsOf(storage);
  return withBackup(file, ({ header, rows }) =>
    maintain(async (tx) => {
      const target = await describeDatabase(tx, storage.engine, migrations);
      refuseMismatch(header, target);
      await refuseFilled(tx, target.tables);
      await deferForeignKeys(tx, storage.engine);
      const counts = new Map(header.tables.map(({ name }) => [name, 0]));
      for await (const batch of rows()) {
        await insertRows(tx, storage.engine, batch);
        const progress = {
          table: batch.table.name,
          rows: (counts.get(batch.table.name) ?? 0) + batch.rows.length,
        };
        counts.set(progress.table, progress.rows);
        onProgress?.(progress);
      }
      if (storage.engine === 'postgres') await continueIdentities(tx);
      return { tables: await verifyCounts(tx, counts) };
    }),
  );
}

async function deferForeignKeys(db: Kysely<unknown>, engine: EngineName): Promise<void> {
  const statement = { sqlite: 'pragma defer_foreign_keys = on', postgres: 'set constraints all deferred' };
  await db.executeQuery(CompiledQuery.raw(statement[engine]));
}

async function insertRows(
  db: Kysely<unknown>,
  engine: EngineName,
  { table, rows }: BackupRows,
): Promise<void> {
  const step = Math.max(1, Math.floor(PARAMETERS / table.columns.length));
  const columns = sql.join(table.columns.map((column) => sql.ref(column)));
  const into = sql`insert into ${sql.table(table.name)} (${columns}) values `.compile(db).sql;
  for (let start = 0; start < rows.length; start += step) {
    const part = rows.slice(start, start + step);
    const text = into + placeholders(engine, part.length, table.columns.length);
    await db.executeQuery(CompiledQuery.raw(text, part.flat()));
  }
}

function placeholders(engine: EngineName, rows: number, columns: number): string {
  const mark = (index: number) => (engine === 'sqlite' ? '?' : `$${index + 1}`);
  const row = (index: number) =>
    `(${Array.from({ length: columns }, (_, column) => mark(index * columns + column)).join(', ')})`;
  return Array.from({ length: rows }, (_, index) => row(index)).join(', ');
}

async function verifyCounts(
  db: Kysely<unknown>,
  counts: ReadonlyMap<string, number>,
): Promise<BackupProgress[]> {
  const tables: BackupProgress[] = [];
  for (const [table, rows] of counts) {
    const stored = await countRows(db, table);
    if (stored !== rows) throw new BackupError(`${table} has ${stored} rows after restoring ${rows}`);
    tables.push({ table, rows });
  }
  return tables;
}
