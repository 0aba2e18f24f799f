import { StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import pg from 'pg';

/** A statement that was sent to the database, and by what. */
export type Statement = {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly by: string;
};

/** Statements of the same text are recorded with as many different parameters. */
const MAX_PARAMETERS = 3;
const WORTH_MEASURING = /^\s*(select|insert|update|delete|with)\b/i;

/**
 * Records what this process sends to SQLite and PostgreSQL until it is disposed, by whatever way it is sent: the main
 * thread's reads, the requests to SQLite's threads, and every query to PostgreSQL.
 */
export function recordStatements() {
  const byText = new Map<string, Statement[]>();
  let by = 'the start';
  function record(sql: unknown, parameters: readonly unknown[]): void {
    if (typeof sql !== 'string' || !WORTH_MEASURING.test(sql)) return;
    const known = byText.get(sql) ?? [];
    if (known.length < MAX_PARAMETERS) byText.set(sql, [...known, { sql, parameters, by }]);
  }
  const { all, run } = StatementSync.prototype;
  const { postMessage } = Worker.prototype;
  const { query } = pg.Client.prototype;
  StatementSync.prototype.all = function recorded(this: StatementSync, ...values: never[]) {
    record(this.sourceSQL, values);
    return Reflect.apply(all, this, values);
  };
  Worker.prototype.postMessage = function recorded(this: Worker, message: unknown, ...rest: never[]) {
    for (const { sql, parameters } of statementsIn(message)) record(sql, parameters ?? []);
    return Reflect.apply(postMessage, this, [message, ...rest]);
  } as Worker['postMessage'];
  pg.Client.prototype.query = function recorded(this: pg.Client, ...given: unknown[]) {
    const [first, values] = given as [string | { text?: string; values?: unknown[] }, unknown[]?];
    if (typeof first === 'string') record(first, values ?? []);
    else record(first.text, first.values ?? []);
    return Reflect.apply(query, this, given);
  } as typeof query;
  return {
    /** Says what sends the next statements. */
    attributeTo(name: string) {
      by = name;
    },
    statements: (): Statement[] => [...byText.values()].flat(),
    [Symbol.dispose]() {
      Object.assign(StatementSync.prototype, { all, run });
      Worker.prototype.postMessage = postMessage;
      pg.Client.prototype.query = query;
    },
  };
}

type Sent = { sql?: string; parameters?: readonly unknown[] };

/** Returns the statements in a request to a thread of the storage. */
function statementsIn(message: unknown): readonly Sent[] {
  const { units, ...one } = (message ?? {}) as Sent & { units?: readonly (readonly Sent[])[] };
  return units ? units.flat() : [one];
}
