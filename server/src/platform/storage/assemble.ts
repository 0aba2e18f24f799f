import type { Kysely } from 'kysely';
import { insideWrite, refuseInsideWrite } from './guard.ts';
import { type Internals, rememberInternals } from './internals.ts';
import { migrationState } from './migrations.ts';
import { createPrepare } from './prepare.ts';
import type { BoundStatement, Storage, UnitResult } from './storage.ts';

/** What an engine brings; the guards and everything the engines share are added by `assemble`. */
export type EngineParts<DB> = Pick<Storage<DB>, 'engine' | 'read' | 'migrated' | 'ping'> & {
  readonly writer: Kysely<DB>;
  readonly writeLimitMs: number;
  /** Runs a transaction, again if the engine asks for that. */
  rerun<T>(attempt: () => Promise<T>): Promise<T>;
  select(statement: BoundStatement): Promise<unknown[]>;
  /** A select that may take long. */
  scan(statement: BoundStatement): Promise<unknown[]>;
  unit(statements: readonly BoundStatement[]): Promise<UnitResult>;
  close(): Promise<void>;
  readonly internals: Internals;
};

export function assemble<DB>(parts: EngineParts<DB>): Storage<DB> {
  const { engine, read, migrated, ping, writer, writeLimitMs, internals } = parts;
  let closing: Promise<void> | undefined;
  const storage: Storage<DB> = {
    engine,
    migrated,
    ping,
    get read() {
      refuseInsideWrite('read');
      return read;
    },
    async write(fn) {
      refuseInsideWrite('write');
      return parts.rerun(() => writer.transaction().execute((tx) => insideWrite(() => fn(tx), writeLimitMs)));
    },
    prepare: createPrepare(read, parts),
    async unit(statements) {
      refuseInsideWrite('unit');
      return parts.unit(statements);
    },
    migrationState: () => migrationState(internals.db, internals.migrations),
    async [Symbol.asyncDispose]() {
      closing ??= parts.close();
      await closing;
    },
  };
  rememberInternals(storage, internals);
  return storage;
}
