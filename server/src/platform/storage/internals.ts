import type { Kysely, Transaction } from 'kysely';
import { StorageMisuseError } from './errors.ts';
import type { Migrations } from './migrations.ts';

/** What migrations, backup and restore may do beside the two doors. */
export type Internals = {
  readonly migrations: Migrations;
  readonly db: Kysely<unknown>;
  /** A transaction without time limit that other processes' maintenance waits for. */
  maintain<T>(fn: (tx: Transaction<unknown>) => Promise<T>): Promise<T>;
  /** The SQLite file; undefined on PostgreSQL. */
  readonly file: string | undefined;
  /** Reads one snapshot, without time limit. */
  snapshot<T>(fn: (snapshot: Snapshot) => Promise<T>): Promise<T>;
};

export type Snapshot = {
  readonly db: Kysely<unknown>;
  /** The rows of a select in chunks, so that a table need not fit in memory. */
  chunks(select: string): AsyncIterable<Record<string, unknown>[]>;
};

export const SNAPSHOT_CHUNK_ROWS = 500;

const known = new WeakMap<object, Internals>();

export function rememberInternals(storage: object, internals: Internals): void {
  known.set(storage, internals);
}

export function internalsOf(storage: object): Internals {
  const internals = known.get(storage);
  if (!internals) throw new StorageMisuseError('storage: this storage was not opened here');
  return internals;
}
