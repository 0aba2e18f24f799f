import { randomUUID } from 'node:crypto';
import {
  type AdmitConnection,
  type BoundStatement,
  type Storage,
  StorageUnavailableError,
} from '@azulejo/storage';
import { sql } from 'kysely';
import { sleep, systemClock, tickEvery } from '../platform/clock.ts';
import type { TimeReading } from '../platform/database-clock.ts';
import { databaseTime } from './database-time.ts';
import type { Database } from './tables/index.ts';

const NAME = 'server';
/** How long a lease lasts after its last renewal before another server may take over. */
const LEASE_MS = 15_000;
const RENEW_MS = 5_000;
const POLL_MS = 500;
/** How long the connections of an earlier holder may take to end. */
const END_MS = 10_000;
const END_POLL_MS = 20;
/** The key of the advisory lock that all connections of a holder share: two arbitrary numbers. */
const FENCE = { classid: 720_384, objid: 1_156 };

/** Thrown when another running server uses the database. */
export class DatabaseInUseError extends Error {
  override readonly name = 'DatabaseInUseError';
}

export type LeaseOptions = {
  /**
   * The id of the data directory and the name of this machine. The lock of the data directory proves that an
   * earlier holder of the same name has ended.
   */
  holder: string;
  host: string;
  onWaiting?(host: string): void;
  /** Called with the time of the database whenever the lease was taken or renewed. */
  onTime?(reading: TimeReading): void;
  /** Called when another server took the lease because this one did not renew it. This server must stop. */
  onLost(error: DatabaseInUseError): void;
  onError?(error: unknown): void;
};

export type ServerLease = AsyncDisposable & {
  /**
   * Admits a connection while this server has the lease. All that writes for the server must use only admitted
   * connections, because its successor ends them.
   */
  readonly admit: AdmitConnection;
};

/**
 * Takes the lease of a PostgreSQL database and renews it until it is disposed of. MQTT sessions, commands,
 * reads, presence and uploads do not work across servers yet, so a second server on one database would work
 * only partly.
 *
 * 1. A lease that is free, expired, or left by a process of the same data directory is taken immediately.
 * 2. Otherwise it waits until the lease expires: its holder may have been killed on another machine.
 * 3. If the lease is renewed meanwhile, its holder is running: throws `DatabaseInUseError`.
 *
 * Then it ends the connections of earlier holders, which cannot commit any more from here on.
 *
 * All times come from the database, because the clocks of two machines may differ. They are real, and so are the
 * waits for them.
 */
export async function takeServerLease(db: Storage<Database>, options: LeaseOptions): Promise<ServerLease> {
  const instance = randomUUID();
  const { take, renew, release, read } = prepareLease(db);
  const { holder, host } = options;
  /** Runs a statement that returns the time of the database. */
  async function runTimed(statement: BoundStatement): Promise<boolean> {
    const asked = systemClock.monotonic();
    const result = await db.unit([statement]);
    if (!result.committed) return false;
    const [row] = result.rows[0] as [{ time: number }];
    options.onTime?.({ time: row.time, asked, answered: systemClock.monotonic() });
    return true;
  }
  const tryToTake = () => runTimed(take.bind({ instance, holder, host }, mustMatch));

  await waitForLease(tryToTake, () => read.get({ name: NAME }), options.onWaiting);
  try {
    await endEarlierConnections(db);
  } catch (error) {
    await db.unit([release.bind({ instance })]).catch(() => undefined);
    throw error;
  }

  let isEnded = false;
  const end = () => {
    isEnded = true;
    timer[Symbol.dispose]();
  };
  let renewing: Promise<void> | undefined;
  const renewOnce = async () => {
    // A database that does not respond cannot give the lease to another server either, so this is retried.
    const isRenewed = await runTimed(renew.bind({ instance }, mustMatch)).catch((error: unknown) => {
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
    admit: admitHolder(instance),
    async [Symbol.asyncDispose]() {
      end();
      await renewing;
      await db.unit([release.bind({ instance })]).catch(() => undefined);
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
 * Returns what admits connections of this holder. The lock comes before the look at the lease: a successor either
 * has the lease already, or finds the lock. One statement for both could read the lease before it has the lock.
 */
function admitHolder(instance: string): AdmitConnection {
  return async (run) => {
    await run({
      sql: 'select pg_advisory_lock_shared($1::int, $2::int)',
      parameters: [FENCE.classid, FENCE.objid],
    });
    const { rows } = await run({
      sql: 'select from server_leases where name = $1 and instance = $2',
      parameters: [NAME, instance],
    });
    if (rows.length === 0) throw new StorageUnavailableError('another server took over the database');
  };
}

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

/**
 * Returns the machine of the server that uses the database, for commands that must not run at the same time.
 */
export async function findServerHost(db: Storage<Database>): Promise<string | undefined> {
  const row = await db.read
    .selectFrom('server_leases')
    .select('host')
    .where('name', '=', NAME)
    .where('expires', '>', databaseTime())
    .executeTakeFirst();
  return row?.host;
}

const mustMatch = { expectRow: true };

function inUse(row: { host: string; started: number } | undefined): DatabaseInUseError {
  const who = row
    ? `the server that was started on ${row.host} at ${new Date(row.started).toISOString()}`
    : 'another server';
  return new DatabaseInUseError(
    `the database is in use by ${who}; several servers on one database are not supported yet, stop the other one first`,
  );
}

const leaseEnd = () => sql<number>`${databaseTime()} + ${sql.lit(LEASE_MS)}`;

function prepareLease(db: Storage<Database>) {
  return {
    take: db.prepare<{ instance: string; holder: string; host: string }>()((kysely, p) => {
      const row = {
        instance: p('instance'),
        holder: p('holder'),
        host: p('host'),
        started: databaseTime(),
        expires: leaseEnd(),
      };
      return kysely
        .insertInto('server_leases')
        .values({ name: NAME, ...row })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet(row)
            .where((eb) =>
              eb.or([
                eb('server_leases.holder', '=', p('holder')),
                eb('server_leases.expires', '<=', databaseTime()),
              ]),
            ),
        )
        .returning(databaseTime().as('time'));
    }),
    renew: db.prepare<{ instance: string }>()((kysely, p) =>
      kysely
        .updateTable('server_leases')
        .set({ expires: leaseEnd() })
        .where('name', '=', NAME)
        .where('instance', '=', p('instance'))
        .returning(databaseTime().as('time')),
    ),
    release: db.prepare<{ instance: string }>()((kysely, p) =>
      kysely
        .deleteFrom('server_leases')
        .where('name', '=', NAME)
        .where('instance', '=', p('instance'))
        .returning('name'),
    ),
    read: db.prepare<{ name: string }>()((kysely, p) =>
      kysely.selectFrom('server_leases').select(['host', 'started', 'expires']).where('name', '=', p('name')),
    ),
  };
}
