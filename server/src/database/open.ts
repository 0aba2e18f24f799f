import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import {
  type AdmitConnection,
  DataDirLockedError,
  lockDataDir,
  type Migrations,
  openStorage,
  SQLITE_FILE,
  type Storage,
  type StorageOptions,
} from '@azulejo/storage';
import type { Timers } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { Refusal } from '../platform/refusal.ts';
import { type Db, migrations } from './index.ts';
import { DatabaseInUseError, takeServerLease } from './server-lease.ts';
import type { Database } from './tables/index.ts';

type Place = Pick<StorageOptions, 'databaseUrl' | 'databaseDirectUrl' | 'databaseReadUrl' | 'dataDir'>;

/** Returns the place past a pooler and without a replica. */
export const pastPooler = <Of extends Place>(place: Of): Of => ({
  ...place,
  databaseUrl: place.databaseDirectUrl ?? place.databaseUrl,
  databaseDirectUrl: undefined,
  databaseReadUrl: undefined,
});

/** Returns whether there is a database to open. Only the SQLite file can be missing: opening it would create it. */
export const hasDatabase = ({ databaseUrl, dataDir }: Place): boolean =>
  databaseUrl !== undefined || existsSync(join(dataDir, SQLITE_FILE));

/** Throws a Refusal when there is none. */
export function requireDatabase(place: Place): void {
  if (hasDatabase(place)) return;
  throw new Refusal(
    `there is no database in ${place.dataDir}: start the server first, or name its data directory with --data-dir`,
  );
}

const ID_FILE = 'server-id';
/** A renewal that takes longer is attempted again on another connection. */
const MEMBERSHIP_QUERY_MS = 3_000;

type ServerOptions = {
  logger: Logger;
  clock: Timers;
  /** Whether other servers use the PostgreSQL database. */
  hasOthers(): boolean;
} & Pick<StorageOptions, 'observeWrite'>;

/**
 * Opens the database for a server. Throws `DataDirLockedError` while another process uses the data directory, and
 * `DatabaseInUseError` while a server of an earlier version uses the PostgreSQL database, before a migration could
 * change the database under that server.
 */
export async function openForServer(
  place: Place,
  { logger, clock, observeWrite, hasOthers }: ServerOptions,
): Promise<OpenDatabase & { readonly id: string }> {
  await using opened = new AsyncDisposableStack();
  opened.use(lockDataDir(place.dataDir));
  const { setTimer } = clock;
  const admit =
    place.databaseUrl === undefined ? undefined : await takeLease(opened, place, { logger, hasOthers });
  const db = opened.use(
    // Servers of the version before may run. What they use is contracted when the last one has stopped.
    await openStorage<Database>({
      ...{ ...place, migrations, logger, setTimer, observeWrite, admit },
      onlyExpands: place.databaseUrl !== undefined,
    }),
  );
  const resources = opened.move();
  return { db, id: idOf(place.dataDir), [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/**
 * Takes the lease that keeps servers of earlier versions away. It has its own connection, so that load does not delay
 * renewals.
 */
async function takeLease(
  opened: AsyncDisposableStack,
  place: Place,
  { logger, hasOthers }: Pick<ServerOptions, 'logger' | 'hasOthers'>,
): Promise<AdmitConnection> {
  const leases = opened.use(
    await openStorage<Database>({ ...pastPooler(place), migrations, migrateTo: '', maxConnections: 1 }),
  );
  const { applied } = await leases.migrationState();
  if (applied.length === 0) {
    await using _migrated = await openStorage({ ...pastPooler(place), migrations, logger });
  }
  const { admit } = opened.use(
    await takeServerLease(leases, {
      host: hostname(),
      isShared: hasOthers,
      onWaiting: (other) =>
        logger.info({ host: other }, 'waiting for the end of the lease of a server of an earlier version'),
      onError: (err) => logger.warn({ err }, 'the lease of the database was not renewed'),
      onLost: stopFor,
    }),
  );
  return admit;
}

/** As an uncaught error it shuts the process down gracefully: `stopOnSignals` handles every unexpected error so. */
export const stopFor = (error: Error): void =>
  void setImmediate(() => {
    throw error;
  });

export type OpenDatabase = AsyncDisposable & { readonly db: Db };

/**
 * Opens the database for a command, which may run at the same time as a server. On PostgreSQL it applies only what
 * servers of an earlier version do not notice. Throws `DatabaseInUseError` when migrations are pending and a server uses
 * the SQLite file, because that server is of an earlier version.
 */
export async function openForCommand(
  given: Place,
  known: Migrations = migrations,
): Promise<Storage<Database>> {
  const place = pastPooler(given);
  if (place.databaseUrl !== undefined)
    return await openStorage<Database>({ ...place, migrations: known, onlyExpands: true });
  await using opened = new AsyncDisposableStack();
  const storage = opened.use(await openStorage<Database>({ ...place, migrations: known, migrateTo: '' }));
  const { applied, pending } = await storage.migrationState();
  if (pending.length === 0) {
    opened.move();
    return storage;
  }
  // No server uses a new database.
  using _lock = applied.length === 0 ? undefined : lockForMigrations(place);
  return await openStorage<Database>({ ...place, migrations: known });
}

/** Opens the database as it is, for a command that must not change its tables. */
export const openWithoutMigrating = (place: Place): Promise<Storage<Database>> =>
  openStorage<Database>({ ...pastPooler(place), migrations, migrateTo: '' });

/** Opens the database for the membership of a server, whose renewals must neither wait for its load nor for long. */
export const openForMembership = (place: Place): Promise<Storage<Database>> =>
  openStorage<Database>({
    ...pastPooler(place),
    migrations,
    skipMigrations: true,
    maxConnections: 1,
    queryTimeoutMs: MEMBERSHIP_QUERY_MS,
  });

/** Opens the database to read it only, whatever its state is, and does not wait until a restore or migration ends. */
export const openToExamine = (place: Place): Promise<Storage<Database>> =>
  openStorage<Database>({ ...pastPooler(place), migrations, skipMigrations: true });

/** Takes a lock so that no server starts while the file is migrated. */
function lockForMigrations({ dataDir }: Place): Disposable {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (!(error instanceof DataDirLockedError)) throw error;
    throw new DatabaseInUseError(
      'a server of an earlier version is running on this database, which this command would have to migrate; ' +
        'stop the server and start the new version first',
    );
  }
}

/** Returns the id of the data directory. Copies of a container share names and paths, but not volumes. */
function idOf(dataDir: string): string {
  const file = join(dataDir, ID_FILE);
  try {
    writeFileSync(file, `${randomUUID()}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

/** Returns the id of the data directory; undefined when no server has used it. */
export const readDataDirId = (dataDir: string): string | undefined => {
  const file = join(dataDir, ID_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
};
