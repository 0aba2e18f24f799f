import { hash } from 'node:crypto';
import { hostname } from 'node:os';
import { refuseContracted } from '@azulejo/storage';
import type { BusSettings } from '../config/bus-settings.ts';
import type { Config } from '../config/config.ts';
import { installation } from '../config/installation.ts';
import type { LiveServerBus } from '../connections/mqtt/index.ts';
import { createClientsElsewhere } from '../core/connected-clients/index.ts';
import type { Platform } from '../core/feature.ts';
import { createServerRows, joinServers, type LivingServer, type Membership } from '../core/servers/index.ts';
import type { Db } from '../database/index.ts';
import { openForMembership, openForServer, pastPooler, readDataDirId, stopFor } from '../database/open.ts';
import { databaseIdOf } from '../database/settings.ts';
import { type Clock, type Timers, tickEvery } from '../platform/clock.ts';
import type { ClientsElsewhere } from '../platform/connected-clients.ts';
import type { DatabaseClock } from '../platform/database-clock.ts';
import { soleContact } from '../platform/database-contact.ts';
import { soleLeases } from '../platform/leases.ts';
import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics.ts';
import { newId } from '../platform/random-token.ts';
import {
  BUS_VERSION,
  type BusMetrics,
  createBusMetrics,
  createNoBus,
  createServerBus,
} from '../platform/server-bus/index.ts';
import { createMembershipMetrics } from './metrics.ts';
import { readTraits, refuseMisfit } from './start-checks.ts';
import { asStart } from './start-step.ts';

type OpenOptions = {
  clock: Clock;
  timers: Timers;
  logger: Logger;
  /** The timers of the membership. */
  membershipTimers: Timers;
  /** Follows the time of the database; undefined on SQLite. */
  databaseClock: DatabaseClock | undefined;
  metrics: Metrics;
};

type Others = {
  /** Returns the other servers whose rows are valid. */
  readonly others: () => readonly LivingServer[];
  /** Shows the others what this server has created since it joined, such as a CA. */
  readonly show: () => Promise<void>;
  readonly serverBus: LiveServerBus;
  /** Gives up all leases, and takes no more. */
  readonly drain: () => Promise<void>;
  readonly platform: Pick<Platform, 'leases' | 'databaseContact'> & {
    readonly serverId?: string;
    readonly clientsElsewhere?: ClientsElsewhere;
  };
};

/** Opens the database, and everything by which this server works together with others that use it. */
export async function openAmongOthers(
  config: Config,
  options: OpenOptions,
): Promise<AsyncDisposable & Others & { readonly db: Db }> {
  await using opened = new AsyncDisposableStack();
  let joined: Others | undefined;
  const hasOthers = () => joined !== undefined && joined.others().length > 0;
  const { observeWrite } = options.metrics;
  const opening = { ...options, observeWrite, hasOthers };
  const { db, id } = opened.use(await asStart(() => openForServer(config, opening)));
  joined = opened.use(await asStart(() => joinOthers(config, { ...options, db, id })));
  const resources = opened.move();
  return { ...joined, db, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

type JoinOptions = OpenOptions & {
  db: Db;
  /** The id of the data directory. */
  id: string;
};

/** Opens the bus, and joins the servers of the database. No other server can use an SQLite file. */
async function joinOthers(config: Config, options: JoinOptions): Promise<AsyncDisposable & Others> {
  const { databaseClock } = options;
  const busMetrics = createBusMetrics(options.metrics.registers);
  if (databaseClock === undefined)
    return {
      others: () => [],
      show: async () => undefined,
      serverBus: createNoBus(),
      drain: async () => undefined,
      platform: { leases: soleLeases, databaseContact: soleContact },
      [Symbol.asyncDispose]: async () => undefined,
    };
  await using opened = new AsyncDisposableStack();
  let membership: Awaited<ReturnType<typeof join>> | undefined;
  const others = () => membership?.others() ?? [];
  const server = serverIdOf(options.id);
  const shared = { ...options, databaseClock, server, epoch: newId(), others, busMetrics };
  const serverBus = opened.use(await openServerBus({ ...shared, config }));
  const { hasOthers } = serverBus;
  const clientsElsewhere = opened.use(await createClientsElsewhere({ ...shared, hasOthers }));
  membership = opened.use(await join(config, shared));
  const { leases, contact, show } = membership;
  const resources = opened.move();
  return {
    others,
    show,
    serverBus,
    drain: membership.drain,
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

/** Returns the id of the server with this data directory; undefined when none has used it. */
export function serverIdIn(dataDir: string): string | undefined {
  const id = readDataDirId(dataDir);
  return id === undefined ? undefined : serverIdOf(id);
}

type Shared = JoinOptions & {
  databaseClock: DatabaseClock;
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
  { db, server, epoch, membershipTimers, logger, databaseClock }: Shared,
): Promise<Membership & Pick<Others, 'show'>> {
  await using opened = new AsyncDisposableStack();
  const id = await databaseIdOf(db);
  let traits = await readTraits(config);
  async function look(): Promise<void> {
    traits = await readTraits(config);
  }
  const failed = (err: unknown) => logger.warn({ err }, 'the keys of this server were not read');
  opened.use(tickEvery(membershipTimers, LOOK_MS, () => void look().catch(failed)));
  const membership = opened.use(
    await joinServers({
      id: server,
      epoch,
      name: config.serverName,
      version: installation.version,
      rows: createServerRows(opened.use(await openForMembership(config))),
      traits: () => traits,
      knowsTime: databaseClock.isKnown,
      admit: (earlier) =>
        refuseMisfit({ config, traits, databaseId: id, knowsTime: databaseClock.isKnown }, earlier),
      timers: membershipTimers,
      logger,
      onTime: databaseClock.follow,
      checkTables: () => refuseContracted(db),
      onUnfit: stopFor,
      patienceMs: config.patienceMs,
    }),
  );
  const resources = opened.move();
  return {
    ...membership,
    async show() {
      await look();
      await membership.leases.want([]);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** How often the keys are looked at, which a command may rotate. */
const LOOK_MS = 30_000;

type BusOptions = Shared & {
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir' | keyof BusSettings>;
};

/** Opens the bus to the other servers of the database: NATS where it is set, else PostgreSQL itself. */
async function openServerBus(options: BusOptions): Promise<LiveServerBus> {
  const { others, busMetrics: metrics } = options;
  const renewing = () => others().flatMap(({ id, isRenewing }) => (isRenewing ? [id] : []));
  const version = () => Math.min(BUS_VERSION, ...others().map(({ busVersion }) => busVersion));
  return createServerBus(await transportOf(options), { ...options, metrics, version, others: renewing });
}

/** Loads only the client that is needed. */
async function transportOf({ config, db, timers, logger }: BusOptions) {
  const { busUrl, natsCredentials, natsAuthority } = config;
  const { databaseUrl: url } = pastPooler(config);
  if (url === undefined) throw new Error('The bus between servers needs PostgreSQL.');
  if (busUrl === undefined) {
    const { openPostgresTransport } = await import('../platform/server-bus/postgres.ts');
    return openPostgresTransport({ url, timers, logger });
  }
  const { openNatsTransport } = await import('../platform/server-bus/nats.ts');
  return openNatsTransport({
    url: busUrl,
    credentialsFile: natsCredentials,
    authorityFile: natsAuthority,
    database: await databaseIdOf(db),
    timers,
    logger,
  });
}

type Measured = Pick<Platform, 'leases' | 'databaseContact' | 'metrics'> & {
  /** Returns the other servers of the database. */
  others: () => readonly unknown[];
  databaseClock: DatabaseClock | undefined;
};

/** Measures the place of this server among those of its database, whenever metrics are collected. */
export function measureMembership({
  leases,
  databaseContact,
  others,
  databaseClock,
  metrics,
}: Measured): void {
  const measured = createMembershipMetrics(metrics.registers);
  measured.otherServers.readWith(() => others().length);
  measured.partsHeld.readWith(() => leases.parts.mask().replaceAll('0', '').length);
  measured.leaseAge.readWith(() => databaseContact.sinceRenewalMs() / 1000);
  measured.clockOffset.readWith(() => (databaseClock?.offsetMs() ?? 0) / 1000);
}
