import type { Kysely } from 'kysely';
import { internalsOf } from './internals.ts';
import { contract, migrationState } from './migrations.ts';
import type { Storage } from './storage.ts';

/**
 * Applies the contracting migrations that opening the storage has left, while `mayRun` allows the next one. It is asked
 * in the transaction of that migration, so that what it reads cannot be of before another process began to wait for
 * this one. Returns the names of those that were applied.
 */
export async function contractTables<DB>(
  storage: Storage<DB>,
  mayRun: (tx: Kysely<DB>, migration: string) => Promise<boolean>,
): Promise<string[]> {
  const { change, migrations } = internalsOf(storage);
  return change((changes) =>
    contract(changes, migrations, (tx, name) => mayRun(tx as unknown as Kysely<DB>, name)),
  );
}

/** Waits until other processes have changed the tables. Throws `SchemaTooNewError` when these do not fit any more. */
export async function refuseContracted<DB>(storage: Storage<DB>): Promise<void> {
  const { maintain, migrations } = internalsOf(storage);
  await maintain((tx) => migrationState(tx, storage.engine, migrations));
}
