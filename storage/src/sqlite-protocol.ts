import type { StatementResult } from './driver.ts';
import type { PlainSqliteError } from './sqlite-errors.ts';
import type { BoundStatement, SqlValue, UnitResult } from './storage.ts';

export type ConnectionOfWorker = { file: string; mode: 'read' | 'write' };

/** A request to a worker thread. Each request gets one reply, in order. Only the writer accepts `units`. */
export type WorkerRequest =
  | { kind: 'execute'; sql: string; parameters: readonly SqlValue[] }
  | { kind: 'units'; units: readonly (readonly BoundStatement[])[] }
  | { kind: 'close' };

export type WorkerReply =
  | { ok: true; result?: StatementResult; outcomes?: UnitOutcome[] }
  | { ok: false; error: PlainSqliteError };

export type UnitOutcome = { result: UnitResult } | { error: PlainSqliteError };
