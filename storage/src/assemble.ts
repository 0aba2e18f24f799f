import type { Kysely } from 'kysely';
import { createKysely } from './driver.ts';
import { insideWrite, refuseInsideWrite } from './guard.ts';
import { type Internals, rememberInternals } from './internals.ts';
import { migrationState } from './migrations.ts';
import type { ObserveWrite, ScanStatement, SetTimer } from './options.ts';
import { createPrepare, statementName } from './prepare.ts';
import type { BoundStatement, ScanOptions, Storage } from './storage.ts';
import { MIGRATIONS_TABLE } from './tables.ts';

/** The parts that differ by engine. `assemble` adds the guards and everything that both engines share. */
export type EngineParts<DB> = Pick<
  Storage<DB>,
  'engine' | 'read' | 'migrated' | 'ping' | 'eraseLog' | 'unit' | 'lockedUnit'
> & {
  readonly writer: Kysely<DB>;
  readonly writeLimit: { readonly limitMs: number; readonly setTimer: SetTimer };
  /** Runs a transaction, and retries it when the engine reports a retryable conflict. */
  rerun<T>(attempt: () => Promise<T>): Promise<T>;
  select(statement: BoundStatement): Promise<unknown[]>;
  scan(statement: ScanStatement, options?: ScanOptions): Promise<unknown[]>;
  readonly observeWrite: ObserveWrite | undefined;
  close(): Promise<void>;
  readonly internals: Internals;
};

export function assemble<DB>(parts: EngineParts<DB>): Storage<DB> {
  const { engine, read, migrated, writer, writeLimit, internals } = parts;
  const scan = createKysely<DB>(engine, {
    async connect() {
      refuseInsideWrite('scan');
      return {
        execute: async (sql, parameters) => ({ rows: await parts.scan({ sql, parameters }), changes: 0 }),
        release() {},
      };
    },
  });
  const observed = async <T>(write: () => Promise<T>): Promise<T> => {
    const end = parts.observeWrite?.();
    try {
      return await write();
    } finally {
      end?.();
    }
  };
  let closing: Promise<void> | undefined;
  const storage: Storage<DB> = {
    engine,
    migrated,
    ping: createPing(parts),
    eraseLog: parts.eraseLog,
    get read() {
      refuseInsideWrite('read');
      return read;
    },
    scan,
    async write(fn) {
      refuseInsideWrite('write');
      return observed(() =>
        parts.rerun(() => writer.transaction().execute((tx) => insideWrite(() => fn(tx), writeLimit))),
      );
    },
    prepare: createPrepare(read, parts),
    async unit(statements, options) {
      refuseInsideWrite('unit');
      return observed(() => parts.unit(statements, options));
    },
    async lockedUnit(locks, plan) {
      refuseInsideWrite('unit');
      return observed(() => parts.lockedUnit(locks, plan));
    },
    migrationState: () => migrationState(internals.db, engine, internals.migrations),
    async [Symbol.asyncDispose]() {
      closing ??= parts.close();
      await closing;
    },
  };
  rememberInternals(storage, internals);
  return storage;
}

/** Anyone may request the readiness check, so it writes at most once in this time. */
const WRITE_CHECK_MS = 1_000;

/**
 * Writes that change nothing but need the disk. SQLite does not write a row that an update leaves unchanged.
 */
const WRITE_CHECK = {
  sqlite: 'pragma user_version = 1',
  postgres: `update ${MIGRATIONS_TABLE} set applied_at = applied_at where name = (select max(name) from ${MIGRATIONS_TABLE})`,
};

function createPing<DB>({ engine, ping, unit }: EngineParts<DB>): () => Promise<void> {
  const statement: BoundStatement = {
    name: statementName(WRITE_CHECK[engine]),
    sql: WRITE_CHECK[engine],
    parameters: [],
    expectRow: false,
  };
  let lastWrite = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> | undefined;
  async function write(): Promise<void> {
    await unit([statement]);
    lastWrite = performance.now();
  }
  return async () => {
    await ping();
    if (performance.now() - lastWrite < WRITE_CHECK_MS) return;
    writing ??= write().finally(() => {
      writing = undefined;
    });
    await writing;
  };
}
