import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { columnTypes } from './column-types.ts';
import { createIndex, indexName } from './create-tables.ts';
import { createKysely } from './driver.ts';
import { StorageBusyError } from './errors.ts';
import { type AddedIndex, type Changes, changesIn } from './expand.ts';
import type { Internals } from './internals.ts';
import { readApplied } from './migrations.ts';
import { setSystemTimer } from './options.ts';
import { holdClient } from './postgres-connection.ts';
import type { StorageLogger } from './storage.ts';
import { toStoredValues } from './values.ts';

/** The key of our advisory lock: an arbitrary number that nothing else on the server uses. */
const MAINTENANCE_LOCK = 7_203_841_155;
const LOCK_POLL_MS = 50;

/** Creates the access that migrations and restores have, one process at a time. */
export function createMaintenance(
  pool: pg.Pool,
  logger?: StorageLogger,
): Pick<Internals, 'maintain' | 'change'> {
  return {
    maintain: (fn) => withLock(pool, (db) => db.transaction().execute(fn)),
    change: (fn) =>
      withLock(pool, async (db) => {
        if ((await readApplied(db, 'postgres')).length > 0) return fn(changesBesideOthers(db, logger));
        // Nobody uses a new database.
        return db.transaction().execute((tx) => fn(changesIn(tx, 'postgres')));
      }),
  };
}

/**
 * Runs a function on a connection that has the lock of maintenance. A connection that loses its process keeps the lock
 * until its statement has ended, so that an index has one builder. The lock is polled, because the building of an index
 * waits for all statements that run, also for one that waits for a lock.
 */
async function withLock<T>(pool: pg.Pool, fn: (db: Kysely<unknown>) => Promise<T>): Promise<T> {
  const session = await holdClient(pool, { limitMs: 0 });
  const run = async (text: string) => (await session.execute(text, [])).rows as Record<string, unknown>[];
  const take = `select pg_try_advisory_lock(${MAINTENANCE_LOCK}) as "isTaken"`;
  let isBroken = true;
  try {
    await run('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    while ((await run(take))[0]?.['isTaken'] !== 1) await pause(LOCK_POLL_MS);
    const db = createKysely<unknown>('postgres', {
      connect: async () => ({ ...session, release() {} }),
      begin: () => 'begin',
      toValues: toStoredValues,
    });
    const result = await fn(db);
    await run(`select pg_advisory_unlock(${MAINTENANCE_LOCK})`);
    await run('reset statement_timeout; reset idle_in_transaction_session_timeout');
    isBroken = false;
    return result;
  } finally {
    session.release(isBroken);
  }
}

/** Requests wait so long, behind a change of their table that waits itself. A write has a second in all. */
const LOCK_MS = 300;
/** PostgreSQL ends a vacuum only for what has waited for a second (deadlock_timeout). */
const LONG_LOCK_MS = 1_500;
const SHORT_ATTEMPTS = 10;
const ATTEMPTS = 300;
const ATTEMPT_PAUSE_MS = 1_000;
/** A lock that could not be had in time, and a deadlock. */
const WAITED = new Set(['55P03', '40P01']);

/** Changes tables while others use them: for a lock it waits only shortly, again and again. */
function changesBesideOthers(db: Kysely<unknown>, logger: StorageLogger | undefined): Changes {
  async function again<T>(attempt: (lockMs: number) => Promise<T>): Promise<T> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await attempt(attempts > SHORT_ATTEMPTS ? LONG_LOCK_MS : LOCK_MS);
      } catch (error) {
        if (!WAITED.has(String((error as { code?: unknown }).code))) throw error;
        if (attempts === ATTEMPTS) throw new StorageBusyError(BUSY, { cause: error });
        if (attempts === 1) logger?.info({}, 'waiting for transactions that use the tables');
        await pause(ATTEMPT_PAUSE_MS);
      }
    }
  }
  return {
    types: columnTypes('postgres'),
    transact: (fn) =>
      again((lockMs) =>
        db.transaction().execute(async (tx) => {
          await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(tx);
          return fn(tx);
        }),
      ),
    buildIndex: (table, index) => again(() => buildIndex(db, table, index)),
  };
}

const BUSY =
  'storage: the tables cannot be changed, because transactions that use them do not end, such as a backup; start again afterwards';

/** Builds an index while the table is written. What a killed process left of it is removed first. */
async function buildIndex(db: Kysely<unknown>, table: string, index: AddedIndex): Promise<void> {
  const name = indexName(table, index);
  const { rows } = await sql<{ isValid: number }>`select i.indisvalid as "isValid"
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = ${name}::name and c.relnamespace = current_schema()::regnamespace`.execute(db);
  if (rows[0]?.isValid) return;
  if (rows[0]) await sql`drop index concurrently ${sql.id(name)}`.execute(db);
  await createIndex(db, table, index, 'concurrently');
}

/** Real time, as for other processes. */
const pause = (ms: number): Promise<void> => new Promise((resolve) => void setSystemTimer(ms, resolve));
