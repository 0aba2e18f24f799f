import { hash } from 'node:crypto';
import { hostname } from 'node:os';
import type { Config } from '../config/config.ts';
import { installation } from '../config/installation.ts';
import type { LiveServerBus } from '../connections/mqtt/index.ts';
import { createClientsElsewhere } from '../core/connected-clients/index.ts';
import type { Platform } from '../core/feature.ts';
import { createServerRows, joinServers } from '../core/servers/index.ts';
import type { Db } from '../database/index.ts';
import { openForMembership } from '../database/open.ts';
import { initializeSetting, readSetting } from '../database/settings.ts';
import type { Clock, Timers } from '../platform/clock.ts';
import type { ClientsElsewhere } from '../platform/connected-clients.ts';
import type { TimeReading } from '../platform/database-clock.ts';
import { soleContact } from '../platform/database-contact.ts';
import { soleLeases } from '../platform/leases.ts';
import type { Logger } from '../platform/logger.ts';
import { newId } from '../platform/random-token.ts';
import { createNoBus, createServerBus } from '../platform/server-bus/index.ts';
import { asStart } from './start-step.ts';

type Options = {
  /** The id of the data directory. */
  id: string;
  timers: Timers;
  logger: Logger;
  /** Called with the time of the database, again and again. */
  onTime: ((reading: TimeReading) => void) | undefined;
};

type Joined = Pick<Platform, 'leases' | 'databaseContact'>;

type JoinOptions = {
  db: Db;
  /** The id of the data directory. */
  id: string;
  clock: Clock;
  timers: Timers;
  logger: Logger;
  hasOthers: boolean;
  /** The timers of the membership. */
  membershipTimers: Timers;
  onTime: Options['onTime'];
};

/** Opens everything by which this server works together with others of its database. */
export async function joinOthers(
  config: Config,
  { membershipTimers, onTime, id, ...options }: JoinOptions,
): Promise<AsyncDisposable & Others> {
  await using opened = new AsyncDisposableStack();
  const shared = { ...options, server: newId() };
  const serverBus = opened.use(await asStart(() => openServerBus({ ...shared, config })));
  const clientsElsewhere = serverBus.isAlone
    ? undefined
    : opened.use(createClientsElsewhere({ ...shared, others: serverBus.others }));
  const membership = { id, logger: options.logger, timers: membershipTimers, onTime };
  const joined = opened.use(await asStart(() => join(config, membership)));
  const { leases, databaseContact } = joined;
  const resources = opened.move();
  return {
    serverBus,
    platform: { leases, databaseContact, clientsElsewhere },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

type Others = {
  readonly serverBus: LiveServerBus;
  readonly platform: Joined & { readonly clientsElsewhere: ClientsElsewhere | undefined };
};

/**
 * Joins the servers of the database, on a connection of its own, so that load does not delay renewals. No other server
 * can use an SQLite file.
 */
async function join(
  config: Config,
  { id, timers, logger, onTime }: Options,
): Promise<Joined & AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  if (config.databaseUrl === undefined)
    return {
      leases: soleLeases,
      databaseContact: soleContact,
      [Symbol.asyncDispose]: async () => undefined,
    };
  const host = hostname();
  const { leases, contact } = opened.use(
    await joinServers({
      // Machines that were copied share ids of data directories, and containers share host names.
      id: hash('sha256', `${id} ${host}`, 'base64url').slice(0, ID_LENGTH),
      host,
      version: installation.version,
      rows: createServerRows(opened.use(await openForMembership(config))),
      timers,
      logger,
      onTime,
      patienceMs: PATIENCE_MS,
    }),
  );
  const resources = opened.move();
  return { leases, databaseContact: contact, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

const ID_LENGTH = 16;
const PATIENCE_MS = 60_000;

type BusOptions = {
  config: Pick<Config, 'databaseUrl' | 'busUrl'>;
  db: Db;
  /** The id of this server. */
  server: string;
  clock: Clock;
  timers: Timers;
  logger: Logger;
  /** Whether other servers may use the database. */
  hasOthers: boolean;
};

/** Opens the bus to the other servers of the database: NATS where it is set, else PostgreSQL itself. */
async function openServerBus(options: BusOptions): Promise<LiveServerBus> {
  if (!options.hasOthers) return createNoBus();
  const { server, clock, timers, logger } = options;
  const transport = await transportOf(options);
  return createServerBus(transport, { server, epoch: newId(), clock, timers, logger });
}

/** Loads only the client that is needed. */
async function transportOf({ config: { databaseUrl: url, busUrl }, db, timers, logger }: BusOptions) {
  if (url === undefined) throw new Error('Several servers need PostgreSQL.');
  if (busUrl === undefined) {
    const { openPostgresTransport } = await import('../platform/server-bus/postgres.ts');
    return openPostgresTransport({ url, timers, logger });
  }
  const { openNatsTransport } = await import('../platform/server-bus/nats.ts');
  return openNatsTransport({ url: busUrl, database: await databaseId(db), timers, logger });
}

const DATABASE_ID = 'database_id';

/** Returns the id of the database, whatever its address is. */
async function databaseId(db: Db): Promise<string> {
  await db.write((tx) => initializeSetting(tx, DATABASE_ID, newId()));
  const id = await readSetting(db.read, DATABASE_ID);
  if (id === undefined) throw new Error('The id of the database was not stored.');
  return id;
}
