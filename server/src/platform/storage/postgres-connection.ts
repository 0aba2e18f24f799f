import pg from 'pg';
import type { Session, StatementResult } from './driver.ts';
import { StorageUnavailableError } from './errors.ts';
import { fromPostgresError } from './postgres-errors.ts';
import type { StorageLogger } from './storage.ts';
import { toSafeNumber } from './values.ts';

export type PoolOptions = {
  url: string;
  maxConnections?: number | undefined;
  queryTimeoutMs?: number | undefined;
  logger?: StorageLogger | undefined;
};

const MAX_CONNECTIONS = 10;
/** Beyond any statement of ours that is well, and short enough that a stuck one frees its connection. */
const STATEMENT_TIMEOUT_MS = 10_000;
/** That limit is the server's own: an answer still due after it was lost with a network that says nothing. */
const QUERY_TIMEOUT_MS = 12_000;
/** The longest timer there is, 24 days: pg takes 0 for "as the pool". */
const NO_TIMEOUT_MS = 2 ** 31 - 1;
const CONNECT_TIMEOUT_MS = 5_000;

const { builtins } = pg.types;

/** What differs from pg's defaults: the same JavaScript values as SQLite gives. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, toSafeNumber],
  [builtins.NUMERIC, toSafeNumber],
  [builtins.BOOL, (text) => (text === 't' ? 1 : 0)],
  [builtins.BYTEA, (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex'))],
]);

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

export function createPool(options: PoolOptions): pg.Pool {
  const { url, maxConnections = MAX_CONNECTIONS, queryTimeoutMs = QUERY_TIMEOUT_MS, logger } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'azulejo',
    keepAlive: true,
    types,
  });
  const lost = (err: Error) => logger?.error({ err }, 'a PostgreSQL connection was lost');
  pool.on('error', lost);
  // The pool listens to idle connections only; an unheard 'error' of one in use would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

type Queryable = { query(query: QueryConfig): Promise<pg.QueryResult> };

/** @types/pg leaves out the limit of a single query. */
type QueryConfig = pg.QueryConfig & { query_timeout?: number };

type Statement = { sql: string; parameters: readonly unknown[]; name?: string | undefined };

/** Runs one statement; with `name` it is prepared once for each connection. */
export async function query(
  on: Queryable,
  { sql, parameters, name }: Statement,
  limit: Pick<QueryConfig, 'query_timeout'> = {},
): Promise<StatementResult> {
  const config = { text: sql, values: [...parameters], ...limit };
  try {
    const answer = await on.query(name === undefined ? config : { ...config, name });
    // Several statements in one text give several answers; none of ours that has several returns rows.
    if (Array.isArray(answer)) return { rows: [], changes: 0 };
    return { rows: answer.rows, changes: answer.rowCount ?? 0 };
  } catch (error) {
    throw fromPostgresError(error);
  }
}

/** A connection of the pool, held until `release`; `unlimited` for work that may take any time. */
export async function holdClient(pool: pg.Pool, { unlimited = false } = {}): Promise<HeldClient> {
  const client = await pool.connect().catch((error: unknown) => {
    throw fromPostgresError(error);
  });
  let lost: StorageUnavailableError | undefined;
  const run = async (statement: Statement) => {
    // Whatever was sent after a lost answer, a rollback too, would wait just as long.
    if (lost) throw lost;
    try {
      return await query(client, statement, unlimited ? { query_timeout: NO_TIMEOUT_MS } : {});
    } catch (error) {
      if (error instanceof StorageUnavailableError) lost = error;
      throw error;
    }
  };
  return {
    run,
    execute: (sql, parameters) => run({ sql, parameters }),
    release: (broken = false) => client.release(broken || lost !== undefined),
  };
}

type HeldClient = Session & { run(statement: Statement): Promise<StatementResult> };
