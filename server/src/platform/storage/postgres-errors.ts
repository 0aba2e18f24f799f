import pg from 'pg';
import { ConstraintError, type ConstraintKind } from './errors.ts';

/** Class 23: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const constraintKinds = new Map<string | undefined, ConstraintKind>([
  ['23502', 'not-null'],
  ['23503', 'foreign-key'],
  ['23505', 'unique'],
  ['23514', 'check'],
]);

export function fromPostgresError(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const kind = constraintKinds.get(error.code);
  if (!kind) return error;
  return new ConstraintError({
    kind,
    table: error.table,
    columns: error.column ? [error.column] : columnsIn(error.detail),
    constraint: error.constraint,
  });
}

/** `Key (email, client_id)=(a, b) already exists.` */
function columnsIn(detail: string | undefined): string[] {
  const list = /^Key \((.+?)\)=/.exec(detail ?? '')?.[1];
  return list?.split(', ').map((name) => name.replaceAll('"', '')) ?? [];
}
