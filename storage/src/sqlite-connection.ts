import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import type { StatementResult } from './driver.ts';
import type { SqlValue } from './storage.ts';

export type SqliteConnection = {
  readonly database: DatabaseSync;
  run(sql: string, parameters: readonly SqlValue[]): StatementResult;
};

/** `columns` is empty for a statement that returns no rows. */
type CachedStatement = { statement: StatementSync; columns: readonly string[] };

export const BUSY_TIMEOUT_MS = 5_000;
/** Kysely builds a different SQL text for each length of an IN list, so the cache needs a bound. */
const CACHED_STATEMENTS = 300;
const SCHEMA_CHANGE = /^\s*(alter|create|drop)\b/i;

export function openConnection(file: string, mode: 'read' | 'write'): SqliteConnection {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  if (mode === 'read') database.exec('pragma query_only = on');
  else enterWal(database);
  const cached = createStatementCache(database);
  return {
    database,
    run(sql, parameters) {
      const { statement, columns } = cached(sql);
      const values = parameters.map(toInput);
      if (columns.length === 0) return { rows: [], changes: Number(statement.run(...values).changes) };
      const rows = (statement.all(...values) as unknown as SQLOutputValue[][]).map((row) =>
        toObject(columns, row),
      );
      return { rows, changes: rows.length };
    },
  };
}

/**
 * Builds a plain object from a row. The objects that node:sqlite builds have no prototype and no shared
 * shape: they differ from the rows of PostgreSQL and take twice as long to create and to read.
 */
function toObject(
  columns: readonly string[],
  row: readonly SQLOutputValue[],
): Record<string, SQLOutputValue> {
  const object: Record<string, SQLOutputValue> = {};
  let index = 0;
  for (const column of columns) {
    object[column] = row[index] as SQLOutputValue;
    index += 1;
  }
  return object;
}

/**
 * Converts integers to bigint. node:sqlite binds every number as a double, so `? / 2` and `? || ''` would give
 * other results than on PostgreSQL. Beyond 2^53 only numbers of `real` columns are integers.
 */
function toInput(value: SqlValue): SQLInputValue {
  return Number.isSafeInteger(value) ? BigInt(value as number) : value;
}

function createStatementCache(database: DatabaseSync): (sql: string) => CachedStatement {
  const statements = new Map<string, CachedStatement>();
  return (sql) => {
    const known = statements.get(sql);
    if (known) {
      statements.delete(sql);
      statements.set(sql, known);
      return known;
    }
    const statement = database.prepare(sql);
    // A schema change can change the columns that a `select *` returns.
    if (SCHEMA_CHANGE.test(sql)) statements.clear();
    statement.setReturnArrays(true);
    const fresh = { statement, columns: statement.columns().map(({ name }) => name) };
    statements.set(sql, fresh);
    const oldest = statements.keys().next();
    if (statements.size > CACHED_STATEMENTS && !oldest.done) statements.delete(oldest.value);
    return fresh;
  };
}

/**
 * Switches to WAL mode, with retries. The switch ignores `busy_timeout`, so two processes that create the same file
 * would collide.
 */
function enterWal(database: DatabaseSync): void {
  const deadline = Date.now() + BUSY_TIMEOUT_MS;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      database.exec(
        // What is deleted is overwritten, so that nobody finds erased people in free pages.
        'pragma journal_mode = wal; pragma synchronous = full; pragma journal_size_limit = 67108864; pragma secure_delete = on',
      );
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
      Atomics.wait(pause, 0, 0, 20);
    }
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
}
