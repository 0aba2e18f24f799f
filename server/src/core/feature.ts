import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Db } from '../database/index.ts';
import type { ByteCache } from '../platform/byte-cache.ts';
import type { Clock, Timers } from '../platform/clock.ts';
import type { ConnectedClients } from '../platform/connected-clients.ts';
import type { DatabaseContact } from '../platform/database-contact.ts';
import type { Authorize } from '../platform/http/operations.ts';
import type { Keyring } from '../platform/keyring.ts';
import type { Leases } from '../platform/leases.ts';
import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Outbound } from '../platform/outbound/index.ts';
import type { Passwords } from '../platform/passwords.ts';
import type { SharedWindows } from '../platform/shared-windows.ts';
import type { Context, Handlers } from './access/index.ts';
import type { DomainEventBus } from './domain-events/index.ts';
import type { OwnServer } from './servers/index.ts';

/** The services that every feature may use. */
export type Platform = {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  /**
   * The timers of background work: jobs, simulated devices and MQTT connections. A server takes them from its
   * clock. Tests hold them, or let them run while the clock does not advance.
   */
  readonly timers: Timers;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly bus: DomainEventBus;
  /** The id of this server among those of its database. */
  readonly serverId: string;
  /** Divides work among the servers of the database. */
  readonly leases: Leases;
  readonly databaseContact: DatabaseContact;
  /** The server in which this runs; undefined in a command. */
  readonly ownServer: OwnServer | undefined;
  readonly connectedClients: ConnectedClients;
  readonly passwords: Passwords;
  /** The windows of strict limits, which all servers of a database count together. */
  readonly strictWindows: SharedWindows;
  /** Seals secrets that the platform has to read again, with keys outside the database. */
  readonly keyring: Keyring;
  /** The only way to call HTTP servers that managers name. */
  readonly outbound: Outbound;
  /** The same for servers that users name in their automations. */
  readonly automationOutbound: Outbound;
  /** The same for push services, whose addresses the browsers of users name. */
  readonly pushOutbound: Outbound;
  /** Caches serialized lists. */
  readonly listCache: ByteCache;
  /** How long data is kept: as configured, and locations for a week at most unless the operator sets another time. */
  readonly retention: Config['retention'];
};

/**
 * A part of the platform. Its function in `feature.ts` gets the platform and the services of the features
 * before it in the list (`app/features.ts`); the server starts, serves, schedules and stops what it returns.
 */
export type Feature<Api extends object = object> = {
  /** Services for the features after this one, by name. */
  readonly api: Api;
  /** Opens what only a server needs, before it listens. */
  readonly start?: () => void | Promise<void>;
  /** Registers its routes, before the server listens. */
  readonly routes?: (http: Http) => void | Promise<void>;
  /** Registers its operations of the portal, which the operator calls by commands without a server, too. */
  readonly portal?: (http: PortalHttp) => void;
  /** Work that is repeated while the server runs. */
  readonly jobs?: readonly Job[];
  /** What clients follow for as long as they like. Each ends when it is disposed of. */
  readonly streams?: () => Iterable<Disposable>;
  /** Ends what requests wait for, such as long polls, so that the HTTP server can close. */
  readonly release?: () => void | Promise<void>;
  /** Finishes what was accepted, after the HTTP server has closed. */
  readonly stop?: () => void | Promise<void>;
};

export type Http = {
  readonly app: FastifyInstance;
  /** Serves operations of the public API, which access tokens authorize. */
  readonly serve: <Resource extends Readonly<Record<string, unknown>>>(
    resource: Resource,
    handlers: Handlers<Resource>,
  ) => void;
  /** Authorizes a request again, for streams that outlive their tokens. */
  readonly authorize: Authorize<Context>;
};

export type PortalHttp = {
  readonly app: FastifyInstance;
  /** Who sends the requests: the operator only in the process of a command, which does not listen. */
  readonly callers: 'network' | 'operator';
};

export type Job = {
  /** Its purpose, for the log; for a cleanup, the rows that it deletes, which the portal's Health shows. */
  readonly name: string;
  /**
   * Which servers of a database run it: each one, only one, or each for the parts that it holds (`leases.parts`).
   * Every job may run twice when a server is slow, so that its rows guard what must not happen twice.
   */
  readonly runs: 'everywhere' | 'once' | 'by part';
  readonly everyMs: number;
  /** Delay before the first run. Default: one interval. */
  readonly firstAfterMs?: number;
  readonly run: () => Promise<void>;
  /** Asks a long run to end soon. The server calls it before it waits for the run. */
  readonly interrupt?: () => void;
  readonly isCleanup?: true;
};

const CLEANUP_MS = 3600 * 1000;
const UPGRADE_MS = 600_000;
/** The delay after the start at which work that an upgrade left over begins. */
const FIRST_UPGRADE_MS = 2_000;

/** Deletes every hour what has expired. */
export const cleanup = (name: string, run: () => Promise<void>): Job => ({
  name,
  runs: 'once',
  everyMs: CLEANUP_MS,
  run,
  isCleanup: true,
});

/** Finishes an upgrade in the background, since it takes minutes with a million users; retried on failure. */
export const finishUpgrade = (name: string, run: () => Promise<void>, interrupt: () => void): Job => ({
  name,
  runs: 'once',
  everyMs: UPGRADE_MS,
  firstAfterMs: FIRST_UPGRADE_MS,
  run,
  interrupt,
});
