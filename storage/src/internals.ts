import type { Kysely, Transaction } from 'kysely';
import { StorageMisuseError } from './errors.ts';
import type { Changes } from './expand.ts';
import type { Migrations } from './migrations.ts';

/** Access that only migrations, backup and restore have, in addition to `read` and `write`. */
export type Internals = {
  readonly migrations: Migrations;
  readonly db: Kysely<unknown>;
  /** Runs a transaction without a time limit. Maintenance in other processes waits until it ends. */
  maintain<T>(fn: (tx: Transaction<unknown>) => Promise<T>): Promise<T>;
  /** Changes tables. Maintenance in other processes waits until the function ends; on PostgreSQL, requests do not. */
  change<T>(fn: (changes: Changes) => Promise<T>): Promise<T>;
  /** Names the SQLite file; undefined on PostgreSQL. */
  readonly file: string | undefined;
  /** Reads one consistent snapshot without a time limit. */
  snapshot<T>(fn: (snapshot: Snapshot) => Promise<T>): Promise<T>;
};

export type Snapshot = {
  readonly db: Kysely<unknown>;
  /** Returns the rows of a select in chunks, so that a table need not fit in memory. */
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
