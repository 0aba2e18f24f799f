import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';
import type { EngineName } from './engine.ts';
import { SchemaTooNewError, SchemaTooOldError } from './errors.ts';
import { type Additions, type Changes, expand } from './expand.ts';
import { MIGRATIONS_TABLE } from './tables.ts';

/**
 * The migrations by name, numbered and append-only: `{ '0001-initial': { phase: 'expand', tables } }`. They run in the
 * order of their names; those of a new database run in one transaction.
 */
export type Migrations = Readonly<Record<string, Migration>>;

export type Migration = (Expansion | Contraction) & {
  /** Names of earlier migrations that this one took the place of. A database that has one of them is refused. */
  readonly replaces?: readonly string[];
};

/** Adds what code of the version before does not notice, so that it may go on meanwhile and afterwards. */
export type Expansion = Additions & { readonly phase: 'expand' };

/** Changes or removes what code of the version before may use. It runs when none is left. */
export type Contraction = {
  readonly phase: 'contract';
  up(db: Kysely<unknown>, types: ColumnTypes): Promise<void>;
};

export type Phase = Migration['phase'];

export type MigrationState = {
  applied: readonly { name: string; phase: Phase; appliedAt: number }[];
  pending: readonly string[];
  /** Which of the pending ones contract. */
  contracting: readonly string[];
};

type MigrationTables = { [MIGRATIONS_TABLE]: { name: string; phase: Phase; applied_at: number } };

export type Due = {
  /** The last migration to apply; '' applies none. Default: all. */
  readonly migrateTo?: string | undefined;
  /** Leaves contracting migrations pending. */
  readonly onlyExpands?: boolean | undefined;
};

/**
 * Applies the pending migrations that are due, and returns their names. The caller must hold the lock that keeps other
 * processes out. Throws `SchemaTooNewError` when the database was changed by a contracting migration that the code
 * does not know, and `SchemaTooOldError` when it has migrations that another one took the place of.
 */
export async function migrate(
  changes: Changes,
  migrations: Migrations,
  { migrateTo: last, onlyExpands }: Due,
): Promise<string[]> {
  const { pending, contracting } = await changes.transact(async (tx) => {
    await createMigrationsTable(tx, changes.types);
    return migrationState(tx, changes.types.engine, migrations);
  });
  const due = pending
    .filter((name) => last === undefined || name <= last)
    .filter((name) => !onlyExpands || !contracting.includes(name));
  return applyEach(changes, migrations, due);
}

/**
 * Applies the contracting migrations that are pending as long as `mayRun` allows the next one, in the transaction of
 * that one. Returns their names.
 */
export async function contract(
  changes: Changes,
  migrations: Migrations,
  mayRun: (tx: Kysely<unknown>, name: string) => Promise<boolean>,
): Promise<string[]> {
  const { contracting } = await changes.transact((tx) =>
    migrationState(tx, changes.types.engine, migrations),
  );
  return applyEach(changes, migrations, contracting, mayRun);
}

const createMigrationsTable = (tx: Kysely<unknown>, types: ColumnTypes): Promise<void> =>
  types
    .createTable(tx, MIGRATIONS_TABLE)
    .ifNotExists()
    .addColumn('name', types.text, (column) => column.primaryKey())
    .addColumn('phase', types.text, (column) => column.notNull())
    .addColumn('applied_at', types.integer, (column) => column.notNull())
    .execute();

async function applyEach(
  changes: Changes,
  migrations: Migrations,
  names: readonly string[],
  mayRun: (tx: Kysely<unknown>, name: string) => Promise<boolean> = async () => true,
): Promise<string[]> {
  const applied: string[] = [];
  for (const name of names) {
    const migration = migrations[name];
    if (!migration) continue;
    if (migration.phase === 'expand') await expand(migration, changes);
    const isApplied = await changes.transact(async (tx) => {
      if (!(await mayRun(tx, name))) return false;
      if (migration.phase === 'contract') await migration.up(tx, changes.types);
      await note(tx, name, migration.phase);
      return true;
    });
    if (!isApplied) break;
    applied.push(name);
  }
  return applied;
}

const note = (tx: Kysely<unknown>, name: string, phase: Phase) =>
  (tx as Kysely<MigrationTables>)
    .insertInto(MIGRATIONS_TABLE)
    .values({ name, phase, applied_at: Date.now() })
    .execute();

const tableQueries = {
  sqlite: sql`select 1 from sqlite_master where type = 'table' and name = ${MIGRATIONS_TABLE}`,
  postgres: sql`select 1 where to_regclass(${MIGRATIONS_TABLE}) is not null`,
};

/**
 * Returns applied and pending migrations; none is applied in a database without the migrations table. Throws
 * like `migrate`.
 */
export async function migrationState(
  db: Kysely<unknown>,
  engine: EngineName,
  migrations: Migrations,
): Promise<MigrationState> {
  const rows = await readApplied(db, engine);
  refuseUnknown(rows, migrations);
  const done = new Set(rows.map(({ name }) => name));
  const pending = Object.keys(migrations)
    .sort()
    .filter((name) => !done.has(name));
  return {
    applied: rows.map(({ name, phase, applied_at: appliedAt }) => ({ name, phase, appliedAt })),
    pending,
    contracting: pending.filter((name) => migrations[name]?.phase === 'contract'),
  };
}

/** Returns the rows of the migrations that were applied, by their names. */
export async function readApplied(
  db: Kysely<unknown>,
  engine: EngineName,
): Promise<MigrationTables[typeof MIGRATIONS_TABLE][]> {
  const found = await tableQueries[engine].execute(db);
  if (found.rows.length === 0) return [];
  return (db as Kysely<MigrationTables>).selectFrom(MIGRATIONS_TABLE).selectAll().orderBy('name').execute();
}

/**
 * Throws `SchemaTooOldError` or `SchemaTooNewError` unless the migrations lead on from those that were applied. What a
 * newer version has added to a database is no hindrance.
 */
export function refuseUnknown(
  applied: readonly { name: string; phase?: Phase }[],
  migrations: Migrations,
  of: 'database' | 'backup' = 'database',
): void {
  const replaced = new Set(Object.values(migrations).flatMap(({ replaces = [] }) => replaces));
  if (applied.some(({ name }) => replaced.has(name)))
    throw new SchemaTooOldError(
      `storage: the ${of} was made by a version whose migrations this version no longer has ` +
        `(up to ${applied.at(-1)?.name}), so that only that version can read it; ` +
        (of === 'backup'
          ? 'restore it with that version'
          : 'make a backup with that version, keep both, and start this version with an empty data directory or database'),
    );
  const unknown = applied.filter(({ name, phase }) => !(name in migrations) && phase !== 'expand');
  if (unknown.length === 0) return;
  throw new SchemaTooNewError(
    `storage: the ${of} is newer than this version of Azulejo (it has ${unknown.map(({ name }) => name).join(', ')}); ` +
      'start the newer version, or restore a backup made before it',
  );
}
