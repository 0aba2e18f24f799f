export type ConstraintKind = 'unique' | 'foreign-key' | 'check' | 'not-null';

export type ConstraintDetails = {
  kind: ConstraintKind;
  table?: string;
  columns?: readonly string[];
  constraint?: string;
};

/**
 * Thrown when a constraint refused a change, in the same form on both engines. Its message names columns,
 * never values.
 */
export class ConstraintError extends Error {
  override readonly name = 'ConstraintError';
  readonly kind: ConstraintKind;
  /** Known for unique and not-null on both engines, for foreign-key on PostgreSQL. */
  readonly table: string | undefined;
  readonly columns: readonly string[];
  /** Known for check on both engines, for unique and foreign-key on PostgreSQL. */
  readonly constraint: string | undefined;

  constructor(details: ConstraintDetails) {
    const columns = details.columns ?? [];
    const where = [details.table, columns.length > 0 ? `(${columns.join(', ')})` : details.constraint];
    super(`storage: ${details.kind} constraint ${where.filter(Boolean).join(' ')}`.trim());
    this.kind = details.kind;
    this.table = details.table;
    this.columns = columns;
    this.constraint = details.constraint;
  }
}

/**
 * Thrown when the engine could not do the work now: locked by another, retried too often, or timed out.
 * Nothing was stored.
 */
export class StorageBusyError extends Error {
  override readonly name = 'StorageBusyError';
}

/** Thrown when the database does not respond. A change that was in progress may or may not have been stored. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
}

/**
 * Thrown when a pooler shares one PostgreSQL connection among clients, and it is not known that it may, or it does not
 * know prepared statements.
 */
export class SharedConnectionError extends StorageUnavailableError {
  constructor(options?: ErrorOptions) {
    super(
      'storage: DATABASE_URL leads to a pooler that shares connections, such as PgBouncer in transaction mode, ' +
        'without knowing prepared statements: use PgBouncer 1.21 or later with max_prepared_statements and set ' +
        'DATABASE_DIRECT_URL to PostgreSQL itself, or set DATABASE_URL to it',
      options,
    );
  }
}

/** Thrown when a `write` was open for longer than its limit and was rolled back. */
export class WriteTimeoutError extends Error {
  override readonly name = 'WriteTimeoutError';
}

/**
 * Thrown when storage is used in a way that is not allowed: `read` inside `write`, nested `write`, a change
 * through `read`.
 */
export class StorageMisuseError extends Error {
  override readonly name = 'StorageMisuseError';
}

/** Thrown when the storage is closed, or its writer died. */
export class StorageClosedError extends Error {
  override readonly name = 'StorageClosedError';
}

/** Thrown when the database has migrations that this version of the code does not know. */
export class SchemaTooNewError extends Error {
  override readonly name = 'SchemaTooNewError';
}

/** Thrown when the database has migrations that this version of the code replaced by another one. */
export class SchemaTooOldError extends Error {
  override readonly name = 'SchemaTooOldError';
}
