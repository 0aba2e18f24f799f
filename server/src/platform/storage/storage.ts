import type { Compilable, Kysely, Transaction } from 'kysely';
import type { EngineName } from './engine.ts';
import type { MigrationState } from './migrations.ts';

/** The two doors to the database: `read` for what is committed, `write` (and `unit`) for every change. */
export type Storage<DB> = AsyncDisposable & {
  readonly engine: EngineName;
  /** Committed data only; selects only. Throws inside `write`. */
  readonly read: Kysely<DB>;
  /**
   * As `read`, for queries that may walk many rows: on SQLite a few reader threads run them, and the event loop goes on.
   * Rejects with `StorageBusyError` when a query takes longer than its budget or too many wait.
   */
  readonly scan: Kysely<DB>;
  /**
   * The only way to change anything beside `unit`. `fn` awaits nothing but `tx` and has no side effects: on
   * PostgreSQL it runs SERIALIZABLE and again, up to 5 times, on 40001 and 40P01. Rolls back when `fn`
   * throws, or is still open after 1 s (`WriteTimeoutError`).
   */
  write<T>(fn: (tx: Transaction<DB>) => Promise<T>): Promise<T>;
  /**
   * Compiles a query once; it then runs on the driver directly, past Kysely's executor:
   * `storage.prepare<{ id: string }>()((db, p) => db.selectFrom('users').selectAll().where('id', '=', p('id')))`
   */
  prepare<Params extends object>(): <Row>(build: BuildQuery<DB, Params, Row>) => Prepared<Params, Row>;
  /**
   * Runs the statements as one transaction; on SQLite each unit has its SAVEPOINT and all that wait share one
   * COMMIT. Answers after the COMMIT. A statement that fails rolls back and rejects its own unit only.
   * PostgreSQL runs units READ COMMITTED, and again on 40P01, so a statement that depends on what was read
   * before carries that condition itself.
   */
  unit(statements: readonly BoundStatement[]): Promise<UnitResult>;
  /** Reads and, at most once a second, writes; for readiness. Throws `StorageUnavailableError` when the disk is full. */
  ping(): Promise<void>;
  /** The migrations that opening this storage applied. */
  readonly migrated: readonly string[];
  migrationState(): Promise<MigrationState>;
};

/** Stands for a value that is known when the statement runs. */
export type Param<Params> = <Name extends keyof Params & string>(name: Name) => Params[Name];

export type BuildQuery<DB, Params, Row> = (db: Kysely<DB>, param: Param<Params>) => Compilable<Row>;

export type Prepared<Params, Row> = {
  /** Selects only: a change is bound and given to `unit`. */
  all(params: Params): Promise<Row[]>;
  get(params: Params): Promise<Row | undefined>;
  /** As `all`, through the door `scan`. */
  scan(params: Params): Promise<Row[]>;
  /** For `unit`. With `expectRow`, the unit is rolled back when the statement changes or returns no row. */
  bind(params: Params, options?: { expectRow?: boolean }): BoundStatement;
};

export type BoundStatement = {
  /** Name of the server-side statement on PostgreSQL. */
  readonly name: string;
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
  readonly expectRow: boolean;
};

/** `rows` holds, for each statement, the rows it returned. */
export type UnitResult =
  | { committed: true; rows: unknown[][] }
  /** `failedAt` is the index of the statement with `expectRow` that found no row. */
  | { committed: false; failedAt: number };

export type SqlValue = string | number | bigint | Uint8Array | null;

/** What storage says about itself; a pino logger fits. */
export type StorageLogger = {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
};
