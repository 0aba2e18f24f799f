import { hash } from 'node:crypto';
import { hostname } from 'node:os';
import type { BusSettings } from '../config/bus-settings.ts';
import type { Config } from '../config/config.ts';
import { installation } from '../config/installation.ts';
import type { LiveServerBus } from '../connections/mqtt/index.ts';
import { createClientsElsewhere } from '../core/connected-clients/index.ts';
import type { Platform } from '../core/feature.ts';
import { createServerRows, joinServers, type LivingServer, type Membership } from '../core/servers/index.ts';
import type { Db } from '../database/index.ts';
import { openForMembership } from '../database/open.ts';
import { initializeSetting, readSetting } from '../database/settings.ts';
import type { Clock, Timers } from '../platform/clock.ts';
import type { ClientsElsewhere } from '../platform/connected-clients.ts';
import type { TimeReading } from '../platform/database-clock.ts';
import { soleContact } from '../platform/database-contact.ts';
import { soleLeases } from '../platform/leases.ts';
import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics.ts';
import { newId } from '../platform/random-token.ts';
import {
  type BusMetrics,
  createBusMetrics,
  createNoBus,
  createServerBus,
} from '../platform/server-bus/index.ts';
import { createMembershipMetrics } from './metrics.ts';
import { asStart } from './start-step.ts';

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
  /** Called with the time of the database, again and again. */
  onTime: ((reading: TimeReading) => void) | undefined;
  metrics: Metrics;
};

type Others = {
  readonly serverBus: LiveServerBus;
  /** Returns the other servers whose rows are valid. */
  readonly others: () => readonly LivingServer[];
  readonly platform: Pick<Platform, 'leases' | 'databaseContact'> & {
    readonly serverId?: string;
    readonly clientsElsewhere?: ClientsElsewhere | undefined;
  };
};

/** Opens everything by which this server works together with others of its database. No other server can use an SQLite file. */
export async function joinOthers(config: Config, options: JoinOptions): Promise<AsyncDisposable & Others> {
  const busMetrics = createBusMetrics(options.metrics.registers);
  if (config.databaseUrl === undefined)
    return {
      serverBus: createNoBus(),
      others: () => [],
      platform: { leases: soleLeases, databaseContact: soleContact },
      [Symbol.asyncDispose]: async () => undefined,
    };
  await using opened = new AsyncDisposableStack();
  let membership: Membership | undefined;
  const others = () => membership?.others() ?? [];
  const server = serverIdOf(options.id);
  const shared = { ...options, server, epoch: newId(), others, busMetrics };
  const serverBus = opened.use(await asStart(() => openServerBus({ ...shared, config })));
  const { hasOthers } = serverBus;
  const clientsElsewhere = serverBus.isAlone
    ? undefined
    : opened.use(await asStart(() => createClientsElsewhere({ ...shared, hasOthers })));
  membership = opened.use(await asStart(() => join(config, shared)));
  const { leases, contact } = membership;
  const resources = opened.move();
  return {
    serverBus,
    others,
    platform: { serverId: server, leases, databaseContact: contact, clientsElsewhere },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

const ID_LENGTH = 16;

/**
 * Returns the id of this server, by which the bus, the leases and the rows of clients name it. Machines that were copied
 * share ids of data directories, and containers share host names.
 */
const serverIdOf = (dataDirId: string): string =>
  hash('sha256', `${dataDirId} ${hostname()}`, 'base64url').slice(0, ID_LENGTH);

type Shared = JoinOptions & {
  /** The id of this server. */
  server: string;
  /** Differs for each start of this server. */
  epoch: string;
  others: () => readonly LivingServer[];
  busMetrics: BusMetrics;
};

/** Joins the servers of the database, on a connection of its own, so that load does not delay renewals. */
async function join(
  config: Config,
  { server, epoch, membershipTimers, logger, onTime }: Shared,
): Promise<Membership> {
  await using opened = new AsyncDisposableStack();
  const membership = opened.use(
    await joinServers({
      id: server,
      epoch,
      name: config.serverName,
      version: installation.version,
      rows: createServerRows(opened.use(await openForMembership(config))),
      timers: membershipTimers,
      logger,
      onTime,
      patienceMs: PATIENCE_MS,
    }),
  );
  const resources = opened.move();
  return { ...membership, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

const PATIENCE_MS = 60_000;

type BusOptions = Shared & { config: Pick<Config, 'databaseUrl' | keyof BusSettings> };

/** Opens the bus to the other servers of the database: NATS where it is set, else PostgreSQL itself. */
async function openServerBus(options: BusOptions): Promise<LiveServerBus> {
  if (!options.hasOthers) return createNoBus();
  const { others, busMetrics: metrics } = options;
  const renewing = () => others().flatMap(({ id, isRenewing }) => (isRenewing ? [id] : []));
  return createServerBus(await transportOf(options), { ...options, metrics, others: renewing });
}

/** Loads only the client that is needed. */
async function transportOf({ config, db, timers, logger }: BusOptions) {
  const { databaseUrl: url, busUrl, natsCredentials, natsAuthority } = config;
  if (url === undefined) throw new Error('Several servers need PostgreSQL.');
  if (busUrl === undefined) {
    const { openPostgresTransport } = await import('../platform/server-bus/postgres.ts');
    return openPostgresTransport({ url, timers, logger });
  }
  const { openNatsTransport } = await import('../platform/server-bus/nats.ts');
  return openNatsTransport({
    url: busUrl,
    credentialsFile: natsCredentials,
    authorityFile: natsAuthority,
    database: await databaseId(db),
    timers,
    logger,
  });
}

const DATABASE_ID = 'database_id';

/** Returns the id of the database, whatever its address is. */
async function databaseId(db: Db): Promise<string> {
  await db.write((tx) => initializeSetting(tx, DATABASE_ID, newId()));
  const id = await readSetting(db.read, DATABASE_ID);
  if (id === undefined) throw new Error('The id of the database was not stored.');
  return id;
}

type Measured = Pick<Platform, 'leases' | 'databaseContact' | 'metrics'> & {
  /** Returns the other servers of the database. */
  others: () => readonly unknown[];
  /** Returns how far the clock of the database is ahead. */
  clockOffsetMs: () => number;
};

/** Measures the place of this server among those of its database, whenever metrics are collected. */
export function measureMembership({
  leases,
  databaseContact,
  others,
  clockOffsetMs,
  metrics,
}: Measured): void {
  const measured = createMembershipMetrics(metrics.registers);
  measured.otherServers.readWith(() => others().length);
  measured.partsHeld.readWith(() => leases.parts.mask().replaceAll('0', '').length);
  measured.leaseAge.readWith(() => databaseContact.sinceRenewalMs() / 1000);
  measured.clockOffset.readWith(() => clockOffsetMs() / 1000);
}
