import pg from 'pg';
import type { Session, StatementResult } from './driver.ts';
import {
  ConstraintError,
  type ConstraintKind,
  SharedConnectionError,
  StorageBusyError,
  StorageUnavailableError,
} from './errors.ts';
import type { AdmitConnection } from './options.ts';
import type { StorageLogger } from './storage.ts';
import { toSafeNumber } from './values.ts';

export type PoolOptions = {
  url: string;
  maxConnections?: number;
  queryTimeoutMs?: number;
  logger?: StorageLogger;
  admit?: AdmitConnection;
  /** Whether a pooler refuses limits of time for a connection: those of the role count then. */
  hasPooler?: boolean;
};

const MAX_CONNECTIONS = 10;
/**
 * Longer than any of our statements takes normally, and short enough that a stuck one frees its connection.
 */
export const STATEMENT_TIMEOUT_MS = 10_000;
/**
 * The server enforces the limit above. A result that is still missing after this longer one was lost in the
 * network without an error.
 */
const QUERY_TIMEOUT_MS = 12_000;
/** How much later than the server the client gives up. */
const NETWORK_MS = QUERY_TIMEOUT_MS - STATEMENT_TIMEOUT_MS;
/** The longest timer that Node.js supports, 24 days; pg reads 0 as "use the limit of the pool". */
const NO_TIMEOUT_MS = 2 ** 31 - 1;
const CONNECT_TIMEOUT_MS = 5_000;

const { builtins } = pg.types;

/** Parsers that replace pg's defaults, so that both engines return the same JavaScript values. */
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
  const { url, maxConnections = MAX_CONNECTIONS, queryTimeoutMs = QUERY_TIMEOUT_MS, logger, admit } = options;
  const limits = {
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  };
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(options.hasPooler ? {} : limits),
    query_timeout: queryTimeoutMs,
    application_name: 'azulejo',
    keepAlive: true,
    types,
    // The pool waits for the promise, unlike its type says.
    ...(admit && { onConnect: (client) => admit((statement) => query(client, statement)) }),
  });
  const lost = (err: Error) => logger?.error({ err }, 'a PostgreSQL connection was lost');
  pool.on('error', lost);
  // The pool listens only to idle connections; an 'error' event of one in use would crash the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

type Queryable = { query(query: QueryConfig): Promise<pg.QueryResult> };

/** @types/pg lacks the timeout of a single query. */
type QueryConfig = pg.QueryConfig & { query_timeout?: number };

type Statement = { sql: string; parameters: readonly unknown[]; name?: string };

/** Runs one statement; with `name` it is prepared once for each connection. */
export async function query(
  on: Queryable,
  { sql, parameters, name }: Statement,
  limit: Pick<QueryConfig, 'query_timeout'> = {},
): Promise<StatementResult> {
  const config = { text: sql, values: [...parameters], ...limit };
  try {
    const answer = await on.query(name === undefined ? config : { ...config, name });
    // Several statements in one text return several results. None of our such texts returns rows.
    if (Array.isArray(answer)) return { rows: [], changes: 0 };
    return { rows: answer.rows, changes: answer.rowCount ?? 0 };
  } catch (error) {
    throw fromPostgresError(error);
  }
}

/**
 * Takes a connection from the pool until `release`. `limitMs` is the time that the server gives its statements,
 * if it differs from that of the pool; 0 is no limit.
 */
export async function holdClient(pool: pg.Pool, { limitMs }: HoldOptions = {}): Promise<HeldClient> {
  const timeout =
    limitMs === undefined ? {} : { query_timeout: limitMs ? limitMs + NETWORK_MS : NO_TIMEOUT_MS };
  const client = await pool.connect().catch((error: unknown) => {
    throw fromPostgresError(error);
  });
  let lost: StorageUnavailableError | undefined;
  const run = async (statement: Statement) => {
    // After a lost result, every further statement, a rollback included, would wait just as long.
    if (lost) throw lost;
    try {
      return await query(client, statement, timeout);
    } catch (error) {
      if (error instanceof StorageUnavailableError) lost = error;
      throw error;
    }
  };
  return {
    run,
    announcedPid: (client as unknown as { processID: number }).processID,
    execute: (sql, parameters) => run({ sql, parameters }),
    release: (broken = false) => client.release(broken || lost !== undefined),
  };
}

type HoldOptions = { limitMs?: number };

export type HeldClient = Session & {
  run(statement: Statement): Promise<StatementResult>;
  /** The process that serves this connection, as the server told when it was made. */
  readonly announcedPid: number;
};

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

function fromPostgresError(error: unknown): unknown {
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
