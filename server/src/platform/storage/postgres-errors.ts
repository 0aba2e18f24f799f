import pg from 'pg';
import { ConstraintError, type ConstraintKind, StorageBusyError, StorageUnavailableError } from './errors.ts';

/** Class 23: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const constraintKinds = new Map<string | undefined, ConstraintKind>([
  ['23502', 'not-null'],
  ['23503', 'foreign-key'],
  ['23505', 'unique'],
  ['23514', 'check'],
]);

/** A statement was cut short, by its time limit or by an operator. */
const QUERY_CANCELED = '57014';

export function fromPostgresError(error: unknown): unknown {
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
 * Connection exceptions, too many connections, shutting down (class 08, 53300, 57P01 to 57P03); a full disk, no memory,
 * an input or output error, and a server that takes no writes (53100, 53200, 58030, 25006); and pg's own words.
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

/** Where a host has several addresses, the error of the first speaks for all. */
function reasonOf(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : error.message;
}

/** `Key (email, client_id)=(a, b) already exists.` */
function columnsIn(detail: string | undefined): string[] {
  const list = /^Key \((.+?)\)=/.exec(detail ?? '')?.[1];
  return list?.split(', ').map((name) => name.replaceAll('"', '')) ?? [];
}
