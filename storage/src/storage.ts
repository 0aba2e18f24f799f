import type { Compilable, Kysely, Transaction } from 'kysely';
import type { EngineName } from './engine.ts';
import type { MigrationState } from './migrations.ts';

export type UnitOptions = { readonly isBatch?: boolean };

/** Access to the database: `read` for committed data, `write` and `unit` for every change. */
export type Storage<DB> = AsyncDisposable & {
  readonly engine: EngineName;
  /** Selects committed data. Refuses everything but selects, and throws inside `write`. */
  readonly read: Kysely<DB>;
  /**
   * Selects like `read`, for queries that may read many rows: on SQLite a few reader threads run them, so
   * that they do not block the event loop. Rejects with `StorageBusyError` when a query exceeds its budget or
   * too many wait. PostgreSQL may read a replica for it, which is at most five seconds behind.
   */
  readonly scan: Kysely<DB>;
  /**
   * Runs `fn` in a transaction. `fn` must await only `tx` and have no side effects, because on PostgreSQL it
   * runs SERIALIZABLE and is retried up to 12 times on 40001 and 40P01. Rolls back when `fn` throws, or when
   * it is still running after 1 s (`WriteTimeoutError`), or after the time of `withWriteLimit`.
   */
  write<T>(fn: (tx: Transaction<DB>) => Promise<T>): Promise<T>;
  /**
   * Compiles a query once. It then runs on the driver directly and bypasses Kysely's executor:
   * `prepare<{ id: string }>()((db, p) => db.selectFrom('users').selectAll().where('id', '=', p('id')))`
   */
  prepare<Params extends object>(): <Row>(build: BuildQuery<DB, Params, Row>) => Prepared<Params, Row>;
  /**
   * Runs the statements as one transaction and resolves after the COMMIT. On SQLite each unit has its
   * SAVEPOINT and all queued units share one COMMIT. A statement that fails rolls back and rejects only its
   * own unit. PostgreSQL runs units READ COMMITTED and retries them on 40P01, so a statement that depends on
   * earlier reads must contain that condition itself. With `isBatch`, the caller has collected its statements, so
   * an idle writer does not wait for others that could share the COMMIT.
   */
  unit(statements: readonly BoundStatement[], options?: UnitOptions): Promise<UnitResult>;
  /**
   * Runs `locks` and then, in the same transaction, the statements that `plan` returns. On PostgreSQL nobody changes
   * the locked rows while `plan` reads them; on SQLite, where no other process writes, it runs before the transaction.
   * `plan` must not change anything, and is called again on 40P01.
   */
  lockedUnit(
    locks: readonly BoundStatement[],
    plan: () => Promise<readonly BoundStatement[]>,
  ): Promise<UnitResult>;
  /**
   * Checks readiness: reads and, at most once a second, writes. Throws `StorageUnavailableError` when the
   * disk is full.
   */
  ping(): Promise<void>;
  /**
   * Empties the log of writes, which holds deleted rows too: SQLite's. Returns false while a reader still needs it,
   * without waiting.
   */
  eraseLog(): Promise<boolean>;
  /** The migrations that opening this storage applied. */
  readonly migrated: readonly string[];
  migrationState(): Promise<MigrationState>;
};

/** Creates a placeholder for a value that is given when the statement runs. */
export type Param<Params> = <Name extends keyof Params & string>(name: Name) => Params[Name];

export type BuildQuery<DB, Params, Row> = (db: Kysely<DB>, param: Param<Params>) => Compilable<Row>;

export type ScanOptions = {
  /** Whether rows must be as they are now: a replica may be five seconds behind. */
  readonly isCurrent?: boolean;
};

export type Prepared<Params, Row> = {
  /** Returns all rows. For selects only; bind a change and pass it to `unit`. */
  all(params: Params): Promise<Row[]>;
  get(params: Params): Promise<Row | undefined>;
  /** Returns all rows like `all`, but runs through `scan`. */
  scan(params: Params, options?: ScanOptions): Promise<Row[]>;
  /**
   * Returns a statement for `unit`. With `expectRow`, the unit is rolled back when the statement changes or
   * returns no row.
   */
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

/** Where the storage logs. A pino logger fits. */
export type StorageLogger = {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
};
