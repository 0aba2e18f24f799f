import type { StatementResult } from './driver.ts';
import type { PlainSqliteError } from './sqlite-errors.ts';
import type { BoundStatement, SqlValue, UnitResult } from './storage.ts';

/** What the event loop asks of the writer thread; each request gets one reply, in order. */
export type WriterRequest =
  | { kind: 'execute'; sql: string; parameters: readonly SqlValue[] }
  | { kind: 'units'; units: readonly (readonly BoundStatement[])[] }
  | { kind: 'close' };

export type WriterReply =
  | { ok: true; result?: StatementResult; outcomes?: UnitOutcome[] }
  | { ok: false; error: PlainSqliteError };

export type UnitOutcome = { result: UnitResult } | { error: PlainSqliteError };
