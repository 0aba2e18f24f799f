import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, statfsSync, unlinkSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Kysely } from 'kysely';
import { assemble, type EngineParts } from './assemble.ts';
import { createKysely, type StatementResult } from './driver.ts';
import { StorageClosedError, StorageUnavailableError } from './errors.ts';
import { changesIn } from './expand.ts';
import { refuseInsideWrite } from './guard.ts';
import type { Internals } from './internals.ts';
import { migrate } from './migrations.ts';
import { type EngineOptions, SCAN_BUDGET_MS, setSystemTimer, WRITE_LIMIT_MS } from './options.ts';
import { BUSY_TIMEOUT_MS, openConnection } from './sqlite-connection.ts';
import { fromPlainError, isDiskTrouble, toPlainError } from './sqlite-errors.ts';
import { createWriterQueue } from './sqlite-queue.ts';
import { createReader } from './sqlite-reader.ts';
import { snapshotOf } from './sqlite-snapshot.ts';
import { type SqliteThread, startThread } from './sqlite-thread.ts';
import type { SqlValue, Storage, StorageLogger } from './storage.ts';
import { toStoredValues } from './values.ts';

export type SqliteOptions = EngineOptions & { file: string };

type WriterQueue = ReturnType<typeof createWriterQueue>;

/**
 * Opens an SQLite file, creates it when it does not exist, and applies the pending migrations. On a full disk
 * the file is opened too, but can only be read.
 */
export const openSqlite = <DB>(options: SqliteOptions): Promise<Storage<DB>> =>
  openWithReserve(options.file, (reserve) => openFile<DB>(options, reserve), options.logger);

async function openFile<DB>(options: SqliteOptions, reserve: DiskReserve): Promise<Storage<DB>> {
  const { file, migrations, logger } = options;
  const stopped = (err: Error) => logger?.error({ err }, 'a thread of SQLite stopped');
  const thread = startThread({ file, mode: 'write' }, stopped);
  const queue = createWriterQueue(thread);
  const begin = () => 'begin immediate';
  const maintain = createMaintain(queue, begin);
  const writer = createKysely<DB>('sqlite', {
    connect: async () => {
      reserve.assertWritable();
      return queue.hold();
    },
    begin,
  });
  const change: Internals['change'] = (fn) => maintain((tx) => fn(changesIn(tx, 'sqlite')));
  const apply = () => change((changes) => migrate(changes, migrations, options));
  try {
    const migrated = options.skipMigrations ? [] : await withoutForeignKeys(queue, apply);
    if (migrated.length > 0) logger?.info({ migrated }, 'migrations applied');
    const handle = openReadHandle<DB>(file, thread);
    const db = handle.read as Kysely<unknown>;
    const reader = createReader({
      file,
      budgetMs: options.scanBudgetMs ?? SCAN_BUDGET_MS,
      setTimer: options.setScanTimer ?? setSystemTimer,
      onFailure: stopped,
    });
    return assemble<DB>({
      engine: 'sqlite',
      ...handle,
      migrated,
      writer,
      writeLimit: {
        limitMs: options.writeLimitMs ?? WRITE_LIMIT_MS,
        setTimer: options.setTimer ?? setSystemTimer,
      },
      observeWrite: options.observeWrite,
      rerun: (attempt) => attempt(),
      scan: reader.scan,
      unit: async (statements, options) => {
        reserve.assertWritable();
        return queue.unit(statements, options);
      },
      lockedUnit: async (locks, plan) => {
        reserve.assertWritable();
        return queue.unit([...locks, ...(await plan())], { isBatch: true });
      },
      eraseLog: () => eraseLog(queue),
      async close() {
        await queue.close();
        await reader.close();
        handle.close();
      },
      internals: { migrations, db, maintain, change, file, snapshot: snapshotOf(file) },
    });
  } catch (error) {
    await queue.close().catch(() => undefined);
    throw error;
  }
}

function createMaintain(queue: WriterQueue, begin: () => string): Internals['maintain'] {
  const db = createKysely<unknown>('sqlite', { connect: queue.hold, begin, toValues: toStoredValues });
  return (fn) => db.transaction().execute(fn);
}

/** Truncates the WAL. The writer does not wait for readers, because writes would wait with it. */
async function eraseLog({ hold }: WriterQueue): Promise<boolean> {
  const session = await hold();
  try {
    await session.execute('pragma busy_timeout = 0', []);
    const { rows } = await session.execute('pragma wal_checkpoint(truncate)', []);
    return Number((rows[0] as { busy: unknown }).busy) === 0;
  } finally {
    await session.execute(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`, []).finally(() => session.release());
  }
}

/**
 * Runs migrations with foreign keys off. Migrations may rebuild tables, and dropping the old table with
 * foreign keys on would delete the rows that refer to it (sqlite.org/lang_altertable.html 7). The pragma has
 * no effect inside a transaction.
 */
async function withoutForeignKeys<T>({ hold }: WriterQueue, migrateAll: () => Promise<T>): Promise<T> {
  const set = async (state: 'on' | 'off') => {
    const session = await hold();
    await session.execute(`pragma foreign_keys = ${state}`, []).finally(() => session.release());
  };
  await set('off');
  const result = await migrateAll();
  await set('on');
  return result;
}

type ReadHandle<DB> = Pick<EngineParts<DB>, 'read' | 'select' | 'ping'> & { close(): void };

function openReadHandle<DB>(file: string, thread: SqliteThread): ReadHandle<DB> {
  const { database, run } = openConnection(file, 'read');
  function execute(sql: string, parameters: readonly SqlValue[]): StatementResult {
    if (!database.isOpen) throw new StorageClosedError('storage: closed');
    try {
      return run(sql, parameters);
    } catch (error) {
      throw fromPlainError(toPlainError(error));
    }
  }
  return {
    read: createKysely<DB>('sqlite', {
      async connect() {
        refuseInsideWrite('read');
        return { execute: async (sql, parameters) => execute(sql, parameters), release() {} };
      },
    }),
    select: async ({ sql, parameters }) => execute(sql, parameters).rows,
    async ping() {
      const failure = thread.failure();
      if (failure) throw failure;
      execute('select 1', []);
    },
    close: () => database.close(),
  };
}

/**
 * SQLite needs some space to open a file, even for reading: for its shared memory and its write-ahead log.
 */
const RESERVE_BYTES = 1024 * 1024;
/**
 * Twice the reserve. Once the reserve has been used, writes are refused while less space than this is free.
 */
const MIN_FREE_BYTES = 2 * RESERVE_BYTES;

type DiskReserve = {
  /**
   * Throws `StorageUnavailableError` while the reserve is used up and the disk has no space for a new one.
   */
  assertWritable(): void;
};

/**
 * Opens an SQLite file, even on a full disk: it then releases the space that an earlier start reserved, so
 * that the stored data can be read. Writes are refused until there is space for a new reserve; otherwise they
 * would use up the space that the next start needs to read.
 */
async function openWithReserve<T>(
  file: string,
  open: (reserve: DiskReserve) => Promise<T>,
  logger?: StorageLogger,
): Promise<T> {
  const path = `${file}-reserve`;
  let isReleased = false;
  const reserve: DiskReserve = {
    assertWritable() {
      if (!isReleased) return;
      if (freeBytes(file) < MIN_FREE_BYTES) throw new StorageUnavailableError('storage: the disk is full');
      isReleased = !makeReserve(path);
    },
  };
  const opened = await open(reserve).catch((error: unknown) => {
    if (!isDiskTrouble(error) || !existsSync(path)) throw error;
    // Unlike `rmSync`, it names the error of a file system that is read-only.
    unlinkSync(path);
    isReleased = true;
    logger?.error(
      { file },
      'the disk is full: what is stored can be read, writes are refused until there is space',
    );
    return open(reserve);
  });
  if (!isReleased && !existsSync(path)) isReleased = !makeReserve(path);
  return opened;
}

function freeBytes(file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize;
}

/**
 * Returns false when there is no space for the reserve. Its bytes are random, because a file system that
 * compresses would otherwise reserve nothing.
 */
function makeReserve(path: string): boolean {
  try {
    const file = openSync(path, 'wx', 0o600);
    try {
      writeSync(file, randomBytes(RESERVE_BYTES));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return true;
  } catch {
    if (existsSync(path)) unlinkSync(path);
    return false;
  }
}
