import { type AdmitConnection, type Storage, StorageUnavailableError } from '@azulejo/storage';
import { sql } from 'kysely';
import { sleep, systemClock, tickEvery } from '../platform/clock.ts';
import { databaseTime } from './database-time.ts';
import type { Database } from './tables/index.ts';

const NAME = 'server';
/** Who holds the lease: all servers that work together. One of an earlier version holds it alone. */
const HOLDER = 'servers that work together';
/** How long a lease lasts after its last renewal before another server may take over. */
const LEASE_MS = 15_000;
const RENEW_MS = 5_000;
const POLL_MS = 500;
/** How long the connections of an earlier holder may take to end. */
const END_MS = 10_000;
const END_POLL_MS = 20;
/** The key of the advisory lock that all connections of a holder share: two arbitrary numbers. */
const FENCE = { classid: 720_384, objid: 1_156 };

/** Thrown when a server that works with no other uses the database, or needs it for itself. */
export class DatabaseInUseError extends Error {
  override readonly name = 'DatabaseInUseError';
}

export type LeaseOptions = {
  /** The machine of this server. */
  host: string;
  onWaiting?(host: string): void;
  /** Called when a server of an earlier version took the lease because nobody renewed it. This server must stop. */
  onLost(error: DatabaseInUseError): void;
  onError?(error: unknown): void;
  /** Whether other servers go on to need the lease when this one ends. */
  isShared(): boolean;
};

export type ServerLease = AsyncDisposable & {
  /**
   * Admits a connection while the lease is not an earlier version's. All that writes for the server must use only
   * admitted connections, because a server of an earlier version ends them when it takes over.
   */
  readonly admit: AdmitConnection;
};

/**
 * Takes the lease of a PostgreSQL database together with the other servers, and renews it until it is disposed of. It
 * only keeps servers of earlier versions away, which work with no other: they refuse to start while it is valid.
 *
 * 1. A lease that is free, expired, or held by servers that work together is taken immediately.
 * 2. Otherwise it waits until the lease expires: its holder may have been killed on another machine.
 * 3. If the lease is renewed meanwhile, its holder is running: throws `DatabaseInUseError`.
 *
 * When it took the lease from an earlier version, it ends the connections of that server, which cannot commit any more
 * from here on.
 *
 * All times come from the database, because the clocks of two machines may differ. They are real, and so are the
 * waits for them.
 */
export async function takeServerLease(db: Storage<Database>, options: LeaseOptions): Promise<ServerLease> {
  const { succeed, take, release, read } = prepareLease(db);
  const { host } = options;
  const run = async (statement: typeof take) =>
    (await db.unit([statement.bind({ host }, mustMatch)])).committed;

  await waitForLease(
    async () => {
      const isSuccessor = await run(succeed);
      if (isSuccessor) await endEarlierConnections(db);
      return isSuccessor || run(take);
    },
    () => read.get({ name: NAME }),
    options.onWaiting,
  );

  let isEnded = false;
  const end = () => {
    isEnded = true;
    timer[Symbol.dispose]();
  };
  let renewing: Promise<void> | undefined;
  const renewOnce = async () => {
    // A database that does not respond cannot give the lease to another server either, so this is retried.
    const isRenewed = await run(take).catch((error: unknown) => {
      options.onError?.(error);
    });
    if (isRenewed !== false || isEnded) return;
    end();
    options.onLost(inUse(await read.get({ name: NAME })));
  };
  const timer = tickEvery(systemClock, RENEW_MS, () => {
    renewing ??= renewOnce().finally(() => {
      renewing = undefined;
    });
  });
  return {
    admit: admitHolder,
    async [Symbol.asyncDispose]() {
      end();
      await renewing;
      if (!options.isShared()) await db.unit([release.bind({})]).catch(() => undefined);
    },
  };
}

type LeaseRow = { host: string; started: number; expires: number };

/** Tries until the lease is taken. Throws `DatabaseInUseError` when its holder renews it meanwhile. */
async function waitForLease(
  tryToTake: () => Promise<boolean>,
  read: () => Promise<LeaseRow | undefined>,
  onWaiting: LeaseOptions['onWaiting'],
): Promise<void> {
  let isTaken = await tryToTake();
  const first = isTaken ? undefined : await read();
  if (first) onWaiting?.(first.host);
  for (let waitedMs = 0; !isTaken; waitedMs += POLL_MS) {
    const current = await read();
    const isRenewed = first && current && current.expires > first.expires;
    // The limit ends the loop even when the database's clock was set back.
    if (isRenewed || waitedMs > LEASE_MS + RENEW_MS) throw inUse(current);
    await sleep(systemClock, POLL_MS);
    isTaken = await tryToTake();
  }
}

/**
 * Admits a connection of those that hold the lease. The lock comes before the look at the lease: a successor either
 * has the lease already, or finds the lock. One statement for both could read the lease before it has the lock.
 */
const admitHolder: AdmitConnection = async (run) => {
  await run({
    sql: 'select pg_advisory_lock_shared($1::int, $2::int)',
    parameters: [FENCE.classid, FENCE.objid],
  });
  const { rows } = await run({
    sql: 'select from server_leases where name = $1 and holder = $2',
    parameters: [NAME, HOLDER],
  });
  if (rows.length === 0) throw new StorageUnavailableError('another server took over the database');
};

/** Ends the connections that earlier holders admitted, and waits until they are gone. */
async function endEarlierConnections(db: Storage<Database>): Promise<void> {
  const end = sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and objsubid = 2
      and classid = ${sql.lit(FENCE.classid)} and objid = ${sql.lit(FENCE.objid)}
      and database = (select oid from pg_database where datname = current_database())`;
  for (let waitedMs = 0; (await end.execute(db.read)).rows.length > 0; waitedMs += END_POLL_MS) {
    if (waitedMs > END_MS) {
      throw new DatabaseInUseError('connections of an earlier server on this database do not end');
    }
    await sleep(systemClock, END_POLL_MS);
  }
}

const mustMatch = { expectRow: true };

function inUse(row: { host: string; started: number } | undefined): DatabaseInUseError {
  const who = row ? `, started on ${row.host} at ${new Date(row.started).toISOString()}` : '';
  return new DatabaseInUseError(
    `the database is in use by a server of an earlier version${who}, which works with no other: stop it first`,
  );
}

function prepareLease(db: Storage<Database>) {
  const leaseEnd = sql<number>`${databaseTime()} + ${sql.lit(LEASE_MS)}`;
  const holder = sql.lit(HOLDER);
  return {
    /** Takes over from a server of an earlier version whose lease has expired. */
    succeed: db.prepare<{ host: string }>()((kysely, p) =>
      kysely
        .updateTable('server_leases')
        .set({ instance: holder, holder, host: p('host'), started: databaseTime(), expires: leaseEnd })
        .where('name', '=', NAME)
        .where('holder', '!=', holder)
        .where('expires', '<=', databaseTime())
        .returning('name'),
    ),
    /** Takes it with the other servers, and renews it. */
    take: db.prepare<{ host: string }>()((kysely, p) =>
      kysely
        .insertInto('server_leases')
        .values({
          name: NAME,
          instance: holder,
          holder,
          host: p('host'),
          started: databaseTime(),
          expires: leaseEnd,
        })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ expires: leaseEnd })
            .where('server_leases.holder', '=', holder),
        )
        .returning('name'),
    ),
    release: db.prepare<object>()((kysely) =>
      kysely.deleteFrom('server_leases').where('name', '=', NAME).where('holder', '=', holder),
    ),
    read: db.prepare<{ name: string }>()((kysely, p) =>
      kysely.selectFrom('server_leases').select(['host', 'started', 'expires']).where('name', '=', p('name')),
    ),
  };
}
