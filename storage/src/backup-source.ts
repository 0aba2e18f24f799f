import { type FileHandle, open } from 'node:fs/promises';
import { sql } from 'kysely';
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  BackupError,
  type BackupHeader,
  type BackupLine,
  type BackupTable,
  decodeCell,
  parseHeader,
  parseLine,
} from './backup-format.ts';
import { selectAll } from './export.ts';
import type { Snapshot } from './internals.ts';
import { snapshotOf } from './sqlite-snapshot.ts';
import { MIGRATIONS_TABLE, readTables } from './tables.ts';

/** The contents of a backup, in the same shape for an SQLite file and for the engine-neutral form. */
export type BackupSource = { header: BackupHeader; rows(): AsyncIterable<BackupRows> };

/** Rows of one table, with their values in the order of its columns. */
export type BackupRows = { table: BackupTable; rows: unknown[][] };

const SQLITE_MAGIC = 'SQLite format 3\0';
const CHUNK_ROWS = 500;

/** Opens a backup while `fn` runs. Throws `BackupError` when the file is not a backup. */
export async function withBackup<T>(file: string, fn: (source: BackupSource) => Promise<T>): Promise<T> {
  const input = await open(file, 'r');
  try {
    if (!(await isSqlite(input))) return await fn(await linesSource(input));
  } finally {
    await input.close();
  }
  return snapshotOf(file)(async (snapshot) => fn(await sqliteSource(snapshot)));
}

/** Returns whether a backup is an SQLite file, and not in the engine-neutral form. */
export async function isSqliteFile(file: string): Promise<boolean> {
  await using input = await open(file, 'r');
  return isSqlite(input);
}

async function isSqlite(input: FileHandle): Promise<boolean> {
  const { buffer } = await input.read({ buffer: Buffer.alloc(SQLITE_MAGIC.length), position: 0 });
  return buffer.toString('latin1') === SQLITE_MAGIC;
}

/** Returns the header of a backup: the migrations that made its tables, and the tables. */
export function readBackupHeader(file: string): Promise<BackupHeader> {
  return withBackup(file, async ({ header }) => header);
}

async function sqliteSource({ db, chunks }: Snapshot): Promise<BackupSource> {
  const migrations = await sql<{
    name: string;
  }>`select name from ${sql.table(MIGRATIONS_TABLE)} order by name`
    .execute(db)
    .catch(() => {
      throw new BackupError('this file is not a backup of Azulejo');
    });
  const tables = await readTables(db, 'sqlite');
  const names = migrations.rows.map(({ name }) => name);
  return {
    header: { format: BACKUP_FORMAT, version: BACKUP_VERSION, migrations: names, tables },
    async *rows() {
      for (const table of tables) {
        for await (const rows of chunks(selectAll(db, table))) {
          yield { table, rows: rows.map((row) => table.columns.map((column) => row[column])) };
        }
      }
    },
  };
}

async function linesSource(input: FileHandle): Promise<BackupSource> {
  const lines = readLines(input);
  const first = await lines.next();
  const header = parseHeader(first.done ? undefined : first.value);
  return { header, rows: () => readRows(lines, header) };
}

/**
 * Splits the file at line feeds only, which JSON escapes in texts. `FileHandle.readLines` also splits at U+2028 and
 * U+2029, which JSON does not escape (RFC 8259 7).
 */
async function* readLines(input: FileHandle): AsyncGenerator<string> {
  let line = '';
  for await (const chunk of input.createReadStream({ encoding: 'utf8', start: 0, autoClose: false })) {
    const [rest = '', ...next] = (chunk as string).split('\n');
    line += rest;
    for (const begun of next) {
      yield line;
      line = begun;
    }
  }
  if (line !== '') yield line;
}

async function* readRows(lines: AsyncIterator<string>, header: BackupHeader): AsyncGenerator<BackupRows> {
  let table: BackupTable | undefined;
  let rows: unknown[][] = [];
  let count = 0;
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const line = parseLine(next.value) as BackupLine;
    if (Array.isArray(line)) {
      count += 1;
      if (rows.push(line.map(decodeCell)) < CHUNK_ROWS) continue;
    } else if ('table' in line) {
      table = header.tables.find(({ name }) => name === line.table);
      count = 0;
    } else if ('end' in line) {
      return;
    } else if (line.rows !== count) {
      throw new BackupError(`this backup is damaged: ${table?.name} has ${count} rows, not ${line.rows}`);
    }
    if (table && rows.length > 0) yield { table, rows };
    rows = [];
  }
  throw new BackupError('this backup is damaged: its end is missing');
}
