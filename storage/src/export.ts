import { type FileHandle, open, rm } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  type BackupHeader,
  type BackupOptions,
  type BackupProgress,
  type BackupSummary,
  type BackupTable,
  encodeRow,
} from './backup-format.ts';
import type { EngineName } from './engine.ts';
import { internalsOf, type Snapshot } from './internals.ts';
import { type Migrations, migrationState } from './migrations.ts';
import type { Storage } from './storage.ts';
import { readTables } from './tables.ts';

/**
 * Writes all rows of one snapshot to a new file in the engine-neutral form of `backup-format.ts`. Throws when
 * the file exists, and leaves no file behind when it fails.
 */
export async function exportTo<DB>(
  storage: Storage<DB>,
  file: string,
  { onProgress }: BackupOptions = {},
): Promise<BackupSummary> {
  const { snapshot, migrations } = internalsOf(storage);
  const output = await open(file, 'wx', 0o600);
  try {
    const summary = await snapshot(async (source) => {
      const header = await describeDatabase(source.db, storage.engine, migrations);
      await writeLines(output, [header]);
      const tables: BackupProgress[] = [];
      for (const table of header.tables) tables.push(await exportTable(source, output, table, onProgress));
      await writeLines(output, [{ end: true }]);
      return { tables };
    });
    await output.sync();
    return summary;
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await output.close();
  }
}

export async function describeDatabase(
  db: Kysely<unknown>,
  engine: EngineName,
  migrations: Migrations,
): Promise<BackupHeader> {
  const { applied } = await migrationState(db, engine, migrations);
  return {
    format: BACKUP_FORMAT,
    version: BACKUP_VERSION,
    migrations: applied.map(({ name }) => name),
    tables: await readTables(db, engine),
  };
}

/** Returns a select of all columns, with quoted names, so that both engines accept any name. */
export function selectAll(db: Kysely<unknown>, table: BackupTable): string {
  const columns = sql.join(table.columns.map((column) => sql.ref(column)));
  return sql`select ${columns} from ${sql.table(table.name)}`.compile(db).sql;
}

async function exportTable(
  { db, chunks }: Snapshot,
  output: FileHandle,
  table: BackupTable,
  onProgress: BackupOptions['onProgress'],
): Promise<BackupProgress> {
  const progress = { table: table.name, rows: 0 };
  await writeLines(output, [{ table: table.name }]);
  for await (const rows of chunks(selectAll(db, table))) {
    await write(
      output,
      rows.map((row) => encodeRow(row, table.columns)),
    );
    progress.rows += rows.length;
    onProgress?.({ ...progress });
  }
  await writeLines(output, [{ rows: progress.rows }]);
  return progress;
}

async function writeLines(output: FileHandle, lines: readonly object[]): Promise<void> {
  await write(
    output,
    lines.map((line) => JSON.stringify(line)),
  );
}

/** Writes whole lines. On a disk that is nearly full, `write` of the file may store only some of the bytes. */
async function write(output: FileHandle, lines: readonly string[]): Promise<void> {
  await output.appendFile(lines.map((line) => `${line}\n`).join(''));
}
