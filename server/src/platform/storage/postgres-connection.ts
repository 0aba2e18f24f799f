import pg from 'pg';
import type { Session, StatementResult } from './driver.ts';
import { fromPostgresError } from './postgres-errors.ts';
import type { StorageLogger } from './storage.ts';
import { toSafeNumber } from './values.ts';

export type PoolOptions = {
  url: string;
  maxConnections?: number | undefined;
  logger?: StorageLogger | undefined;
};

const MAX_CONNECTIONS = 10;
/** Beyond any statement of ours that is well, and short enough that a stuck one frees its connection. */
const STATEMENT_TIMEOUT_MS = 10_000;
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

export function createPool({ url, maxConnections = MAX_CONNECTIONS, logger }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
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

type Queryable = { query(query: pg.QueryConfig): Promise<pg.QueryResult> };

/** Runs one statement; with `name` it is prepared once for each connection. */
export async function query(
  on: Queryable,
  statement: { sql: string; parameters: readonly unknown[]; name?: string | undefined },
): Promise<StatementResult> {
  const { sql, parameters, name } = statement;
  const config = { text: sql, values: [...parameters] };
  try {
    const answer = await on.query(name === undefined ? config : { ...config, name });
    // Several statements in one text give several answers; none of ours that has several returns rows.
    if (Array.isArray(answer)) return { rows: [], changes: 0 };
    return { rows: answer.rows, changes: answer.rowCount ?? 0 };
  } catch (error) {
    throw fromPostgresError(error);
  }
}

/** A connection of the pool, held until `release`. */
export async function holdClient(pool: pg.Pool): Promise<Session & { readonly client: pg.PoolClient }> {
  const client = await pool.connect().catch((error: unknown) => {
    throw fromPostgresError(error);
  });
  return {
    client,
    execute: (sql, parameters) => query(client, { sql, parameters }),
    release: (broken) => client.release(broken),
  };
}
