import pg from 'pg';
import {
  ConstraintError,
  type ConstraintKind,
  SharedConnectionError,
  StorageBusyError,
  StorageUnavailableError,
} from './errors.ts';

/** Maps SQLSTATE class 23: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const constraintKinds = new Map<string | undefined, ConstraintKind>([
  ['23502', 'not-null'],
  ['23503', 'foreign-key'],
  ['23505', 'unique'],
  ['23514', 'check'],
]);

/** The SQLSTATE of a statement that was canceled by its timeout or by an operator. */
const QUERY_CANCELED = '57014';

/** A prepared statement that exists already, or not: another client had this connection in between. */
const OF_ANOTHER_CLIENT = new Set<string | undefined>(['42P05', '26000']);

/** PgBouncer refuses limits of time for a connection, because it would share them among clients. */
const isOfPooler = ({ code, message }: pg.DatabaseError): boolean =>
  OF_ANOTHER_CLIENT.has(code) || /^unsupported startup parameter/.test(message);

export function fromPostgresError(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && isOfPooler(error)) {
    return new SharedConnectionError({ cause: error });
  }
  if (isConnectionLoss(error)) {
    return new StorageUnavailableError(`storage: PostgreSQL does not answer: ${reasonOf(error)}`, {
      cause: error,
    });
  }
  if (!(error instanceof pg.DatabaseError)) return error;
  if (error.code === QUERY_CANCELED) {
    return new StorageBusyError(`storage: ${error.message}; nothing was stored`, { cause: error });
  }
  const kind = constraintKinds.get(error.code);
  if (!kind) return error;
  return new ConstraintError({
    kind,
    table: error.table,
    columns: error.column ? [error.column] : columnsIn(error.detail),
    constraint: error.constraint,
  });
}

/**
 * Returns whether the error means that the database is unavailable: connection exceptions, too many
 * connections, shutting down (class 08, 53300, 57P01 to 57P03); a full disk, no memory, an I/O error, a
 * read-only server (53100, 53200, 58030, 25006); and the messages of pg itself.
 */
function isConnectionLoss(error: unknown): error is Error {
  if (error instanceof pg.DatabaseError)
    return /^(08...|53[123]00|57P0[123]|58030|25006)$/.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const isOfTheSystem = 'syscall' in error || error instanceof AggregateError;
  return (
    isOfTheSystem ||
    /^(Connection terminated|timeout exceeded|Client has encountered|Query read timeout)/.test(error.message)
  );
}

/** Returns the message of the error. For a host with several addresses it is the error of the first one. */
function reasonOf(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : error.message;
}

/** Returns the columns of a detail such as `Key (email, client_id)=(a, b) already exists.` */
function columnsIn(detail: string | undefined): string[] {
  const list = /^Key \((.+?)\)=/.exec(detail ?? '')?.[1];
  return list?.split(', ').map((name) => name.replaceAll('"', '')) ?? [];
}
