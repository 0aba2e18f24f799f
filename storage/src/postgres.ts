import type { Kysely } from 'kysely';
import type pg from 'pg';
import { assemble, type EngineParts } from './assemble.ts';
import { createKysely, type StatementResult } from './driver.ts';
import { SharedConnectionError, StorageBusyError } from './errors.ts';
import { ownWriteLimit, refuseInsideWrite } from './guard.ts';
import { type Internals, SNAPSHOT_CHUNK_ROWS, type Snapshot } from './internals.ts';
import { migrate } from './migrations.ts';
import {
  type AdmitConnection,
  type EngineOptions,
  type ScanStatement,
  setSystemTimer,
  WRITE_LIMIT_MS,
} from './options.ts';
import {
  createPool,
  type HeldClient,
  holdClient,
  query,
  STATEMENT_TIMEOUT_MS,
} from './postgres-connection.ts';
import { createMaintenance } from './postgres-maintenance.ts';
import { createReplica } from './postgres-replica.ts';
import { statementName } from './prepare.ts';
import type { BoundStatement, Storage, UnitResult } from './storage.ts';

export type PostgresOptions = EngineOptions & {
  url: string;
  /** PostgreSQL itself, when `url` leads to a pooler that shares connections. */
  directUrl?: string | undefined;
  /** A replica for scans. */
  readUrl?: string | undefined;
  /** Maximum number of connections of this process. Default 10. */
  maxConnections?: number;
  /** How long to wait for a result before the network counts as lost, ms. Default 12,000. */
  queryTimeoutMs?: number;
  admit?: AdmitConnection;
};

/** Connects to a PostgreSQL database and applies the pending migrations. */
export async function openPostgres<DB>(options: PostgresOptions): Promise<Storage<DB>> {
  const { migrations, logger, writeLimitMs = WRITE_LIMIT_MS, setTimer = setSystemTimer } = options;
  const { pool, direct, handle, end } = openPools<DB>(options);
  const connect = () => holdClient(pool, { limitMs: ownWriteLimit() });
  const { maintain, change } = createMaintenance(direct, logger);
  const rerun = createRerunGate();
  try {
    await handle.ping();
    const migrated = options.skipMigrations
      ? []
      : await change((changes) => migrate(changes, migrations, options));
    if (migrated.length > 0) logger?.info({ migrated }, 'migrations applied');
    return assemble<DB>({
      engine: 'postgres',
      ...handle,
      migrated,
      writer: createKysely<DB>('postgres', {
        connect,
        // A statement that waits for a lock can only be ended by a timeout.
        begin: () => `begin isolation level serializable; ${limitTo(ownWriteLimit() ?? writeLimitMs)}`,
      }),
      writeLimit: { limitMs: writeLimitMs, setTimer },
      observeWrite: options.observeWrite,
      rerun,
      unit: (statements) => runUnit(pool, rerun, statements),
      lockedUnit: (locks, plan) => runLockedUnit(pool, locks, plan),
      // The operator decides how long PostgreSQL keeps its log.
      eraseLog: async () => true,
      close: end,
      internals: {
        migrations,
        db: handle.read as Kysely<unknown>,
        maintain,
        change,
        file: undefined,
        snapshot: createSnapshot(direct),
      },
    });
  } catch (error) {
    await end();
    throw error;
  }
}

/** Opens pools, which connect when they are first used. */
function openPools<DB>(options: PostgresOptions) {
  const { directUrl, readUrl } = options;
  const hasPooler = directUrl !== undefined;
  const pool = createPool({ ...options, hasPooler });
  const direct = hasPooler ? createPool({ ...options, url: directUrl, maxConnections: 1 }) : pool;
  const { admit: _, ...reading } = options;
  const replica = readUrl === undefined ? undefined : createPool({ ...reading, url: readUrl, hasPooler });
  const all = new Set([pool, direct, ...(replica ? [replica] : [])]);
  return {
    pool,
    direct,
    handle: openReadHandle<DB>(pool, { hasPooler, replica }),
    end: async (): Promise<void> => void (await Promise.all([...all].map((each) => each.end()))),
  };
}

type ReadOptions = { hasPooler: boolean; replica: pg.Pool | undefined };

function openReadHandle<DB>(
  pool: pg.Pool,
  { hasPooler, replica }: ReadOptions,
): Pick<EngineParts<DB>, 'read' | 'select' | 'scan' | 'ping'> {
  return {
    read: createKysely<DB>('postgres', {
      async connect() {
        refuseInsideWrite('read');
        return { execute: (sql, parameters) => query(pool, { sql, parameters }), release() {} };
      },
    }),
    select: (statement) => select(pool, statement),
    scan: replica ? createScan(pool, replica) : (statement) => select(pool, statement),
    ping: () => (hasPooler ? readPrepared(pool) : refuseSharedConnections(pool)),
  };
}

/** Returns a function that scans a replica, or the primary while the replica is behind or does not answer. */
function createScan(pool: pg.Pool, replica: pg.Pool): EngineParts<unknown>['scan'] {
  const { isFresh, failed } = createReplica({ primary: pool, replica });
  return async (statement, { isCurrent = false } = {}) => {
    if (isCurrent || !(await isFresh())) return select(pool, statement);
    return select(replica, statement).catch(() => {
      failed();
      return select(pool, statement);
    });
  };
}

/**
 * "cached plan must not change result type": a concurrent migration changed the columns of a named statement.
 */
const STALE_PLAN = '0A000';

async function select(pool: pg.Pool, statement: ScanStatement): Promise<unknown[]> {
  try {
    return (await query(pool, statement)).rows;
  } catch (error) {
    if (sqlState(error) !== STALE_PLAN) throw error;
    return (await query(pool, { ...statement, name: undefined })).rows;
  }
}

async function runUnit(
  pool: pg.Pool,
  rerun: Rerun,
  statements: readonly BoundStatement[],
): Promise<UnitResult> {
  return rerun((run) => {
    const due = run === 0 ? statements : withoutNames(statements);
    return due.length === 1 && ownWriteLimit() === undefined
      ? runStatements((statement) => query(pool, statement), due)
      : runTransaction(pool, due);
  }, STALE_PLAN);
}

const withoutNames = (statements: readonly BoundStatement[]): UnitStatement[] =>
  statements.map(({ sql, parameters, expectRow }) => ({ sql, parameters, expectRow }));

type UnitStatement = Omit<BoundStatement, 'name'> & { name?: string };

/** Not behind the gate of re-runs, where a unit that `plan` has to wait for would wait for this one. */
const runLockedUnit = (
  pool: pg.Pool,
  locks: readonly BoundStatement[],
  plan: () => Promise<readonly BoundStatement[]>,
): Promise<UnitResult> =>
  withReruns((run) => {
    const due = run === 0 ? (each: readonly BoundStatement[]) => each : withoutNames;
    return runTransaction(pool, due(locks), async () => due(await plan()));
  }, STALE_PLAN);

async function runTransaction(
  pool: pg.Pool,
  statements: readonly UnitStatement[],
  rest?: () => Promise<readonly UnitStatement[]>,
): Promise<UnitResult> {
  const limitMs = ownWriteLimit();
  const session = await holdClient(pool, { limitMs });
  let broken = false;
  try {
    await session.execute(limitMs === undefined ? 'begin' : `begin; ${limitTo(limitMs)}`, []);
    const first = await runStatements(session.run, statements);
    const result =
      rest && first.committed ? await continueUnit(session.run, first.rows, await rest()) : first;
    await session.execute(result.committed ? 'commit' : 'rollback', []);
    return result;
  } catch (error) {
    broken = await session.execute('rollback', []).then(
      () => false,
      () => true,
    );
    throw error;
  } finally {
    session.release(broken);
  }
}

/** Runs further statements of a unit, whose first statements returned `before`. */
async function continueUnit(
  run: RunStatement,
  before: unknown[][],
  statements: readonly UnitStatement[],
): Promise<UnitResult> {
  const result = await runStatements(run, statements);
  return result.committed
    ? { committed: true, rows: [...before, ...result.rows] }
    : { committed: false, failedAt: before.length + result.failedAt };
}

type RunStatement = (statement: UnitStatement) => Promise<StatementResult>;

async function runStatements(run: RunStatement, statements: readonly UnitStatement[]): Promise<UnitResult> {
  const rows: unknown[][] = [];
  for (const statement of statements) {
    const result = await run(statement);
    if (statement.expectRow && result.changes === 0) return { committed: false, failedAt: rows.length };
    rows.push(result.rows);
  }
  return { committed: true, rows };
}

/** Returns what limits each statement of a transaction. A process that is slow may also pause between them. */
const limitTo = (ms: number): string =>
  ms > 0 && ms <= STATEMENT_TIMEOUT_MS
    ? `set local statement_timeout = ${ms}`
    : `set local statement_timeout = ${ms}; set local idle_in_transaction_session_timeout = ${ms}`;
const WITHOUT_LIMIT = limitTo(0);

function createSnapshot(pool: pg.Pool): Internals['snapshot'] {
  return async (fn) => {
    const session = await holdClient(pool, { limitMs: 0 });
    const execute = (text: string) => session.execute(text, []);
    const db = createKysely<unknown>('postgres', { connect: async () => ({ ...session, release() {} }) });
    async function* chunks(select: string): ReturnType<Snapshot['chunks']> {
      await execute(`declare chunks no scroll cursor for ${select}`);
      for (;;) {
        const { rows } = await execute(`fetch ${SNAPSHOT_CHUNK_ROWS} from chunks`);
        if (rows.length === 0) break;
        yield rows as Record<string, unknown>[];
      }
      await execute('close chunks');
    }
    try {
      await execute(`begin isolation level repeatable read read only; ${WITHOUT_LIMIT}`);
      return await fn({ db, chunks });
    } finally {
      // Closes the connection, which ends the transaction in whatever state an error left it.
      session.release(true);
    }
  };
}

/** Prepared like the statements of requests, which fail behind a pooler that does not know them. */
const BACKEND_SQL = 'select pg_backend_pid() as pid';
const BACKEND = { sql: BACKEND_SQL, parameters: [], name: statementName(BACKEND_SQL) };

/**
 * Reads like the statements of requests, as two clients. Throws `SharedConnectionError` when the pooler gives one of
 * them a connection on which the other has prepared the statement.
 */
async function readPrepared(pool: pg.Pool): Promise<void> {
  const first = await holdClient(pool);
  try {
    await pidOf(first);
    const second = await holdClient(pool);
    await pidOf(second).finally(() => second.release());
    await pidOf(first);
  } finally {
    first.release();
  }
}

/**
 * Reads from the database. Throws `SharedConnectionError` when a pooler gives two clients one connection, or one
 * client two. PostgreSQL itself tells a client the process that serves it, and a pooler another number: without
 * a pooler, this costs one statement.
 */
async function refuseSharedConnections(pool: pg.Pool): Promise<void> {
  const first = await holdClient(pool);
  try {
    const pid = await pidOf(first);
    if (pid === first.announcedPid || pool.options.max < 2) return;
    const second = await holdClient(pool);
    try {
      const other = await pidOf(second);
      if (other === pid || (await pidOf(first)) !== pid) throw new SharedConnectionError();
    } finally {
      second.release();
    }
  } finally {
    first.release();
  }
}

async function pidOf(client: HeldClient): Promise<unknown> {
  const { rows } = await client.run(BACKEND);
  return (rows as { pid: number }[])[0]?.pid;
}

/** Enough for 64 writers of one row in several processes, whose gates do not know each other. */
const RE_RUNS = 12;
const FIRST_PAUSE_MS = 2;
const MAX_PAUSE_MS = 50;

/**
 * Contains serialization failure and deadlock:
 * https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html
 */
const retryable = new Set(['40001', '40P01']);

function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/**
 * Retries `attempt` up to 12 times, with exponential backoff up to 50 ms, while it fails with the SQLSTATE 40001
 * or 40P01 (or `also`). Then throws `StorageBusyError`.
 */
async function withReruns<T>(attempt: (run: number) => Promise<T>, also?: string): Promise<T> {
  for (let run = 0; ; run += 1) {
    try {
      return await attempt(run);
    } catch (error) {
      const state = sqlState(error);
      if (!state || !(retryable.has(state) || state === also)) throw error;
      if (run === RE_RUNS) {
        throw new StorageBusyError(`storage: given up after ${RE_RUNS} re-runs (${state})`, { cause: error });
      }
      // The jitter keeps two processes that collided from colliding again, so it is real time.
      const pauseMs = Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** run, MAX_PAUSE_MS);
      await new Promise<void>((resolve) => void setSystemTimer(pauseMs, resolve));
    }
  }
}

type Rerun = ReturnType<typeof createRerunGate>;

/**
 * Creates a gate in which first attempts run concurrently and re-runs run alone. When n transactions change
 * one row, each round commits one of them; with many of them, some would use up their re-runs.
 *
 * 1. A first attempt waits until no re-run is queued, then runs together with other first attempts.
 * 2. A re-run queues behind earlier re-runs and waits for the first attempts that are running.
 * 3. While a re-run waits or runs, no new first attempt starts.
 */
function createRerunGate() {
  const running = new Set<Promise<unknown>>();
  let alone: Promise<void> = Promise.resolve();

  async function runAlone<T>(fn: () => Promise<T>): Promise<T> {
    const before = alone;
    const { promise, resolve } = Promise.withResolvers<void>();
    alone = promise;
    try {
      await before;
      await Promise.allSettled(running);
      return await fn();
    } finally {
      resolve();
    }
  }

  async function runTogether<T>(fn: () => Promise<T>): Promise<T> {
    for (let seen: Promise<void> | undefined; seen !== alone; ) {
      seen = alone;
      await seen;
    }
    const work = fn();
    running.add(work);
    try {
      return await work;
    } finally {
      running.delete(work);
    }
  }

  return <T>(attempt: (run: number) => Promise<T>, also?: string): Promise<T> =>
    withReruns((run) => {
      const work = () => attempt(run);
      return run === 0 ? runTogether(work) : runAlone(work);
    }, also);
}
