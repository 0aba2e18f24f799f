import type { Kysely } from 'kysely';
import { assemble, type EngineParts } from './assemble.ts';
import { createKysely, type StatementResult } from './driver.ts';
import { StorageClosedError } from './errors.ts';
import { refuseInsideWrite } from './guard.ts';
import type { Internals } from './internals.ts';
import { migrate } from './migrations.ts';
import { type EngineOptions, WRITE_LIMIT_MS } from './options.ts';
import { openConnection } from './sqlite-connection.ts';
import { fromPlainError, toPlainError } from './sqlite-errors.ts';
import { createWriterQueue } from './sqlite-queue.ts';
import { createReader } from './sqlite-reader.ts';
import { snapshotOf } from './sqlite-snapshot.ts';
import { type SqliteThread, startThread } from './sqlite-thread.ts';
import type { SqlValue, Storage } from './storage.ts';

export type SqliteOptions = EngineOptions & { file: string };

/** Opens (and makes) an SQLite file and applies the pending migrations. */
export async function openSqlite<DB>(options: SqliteOptions): Promise<Storage<DB>> {
  const { file, migrations, logger } = options;
  const stopped = (err: Error) => logger?.error({ err }, 'a thread of SQLite stopped');
  const thread = startThread({ file, mode: 'write' }, stopped);
  const queue = createWriterQueue(thread);
  const writer = createKysely<DB>('sqlite', { connect: queue.hold, begin: 'begin immediate' });
  const maintain: Internals['maintain'] = (fn) => (writer as Kysely<unknown>).transaction().execute(fn);
  try {
    const migrated = await maintain((tx) => migrate(tx, 'sqlite', migrations, options.migrateTo));
    if (migrated.length > 0) logger?.info({ migrated }, 'migrations applied');
    const door = openReadDoor<DB>(file, thread);
    const reader = createReader(file, stopped);
    return assemble<DB>({
      engine: 'sqlite',
      ...door,
      migrated,
      writer,
      writeLimitMs: options.writeLimitMs ?? WRITE_LIMIT_MS,
      rerun: (attempt) => attempt(),
      scan: reader.scan,
      unit: queue.unit,
      async close() {
        await queue.close();
        await reader.close();
        door.close();
      },
      internals: { migrations, db: door.read as Kysely<unknown>, maintain, file, snapshot: snapshotOf(file) },
    });
  } catch (error) {
    await queue.close().catch(() => undefined);
    throw error;
  }
}

type ReadDoor<DB> = Pick<EngineParts<DB>, 'read' | 'select' | 'ping'> & { close(): void };

function openReadDoor<DB>(file: string, thread: SqliteThread): ReadDoor<DB> {
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
