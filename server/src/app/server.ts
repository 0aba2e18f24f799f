import type { FastifyInstance } from 'fastify';
import type { DemoCredentials } from '../admin/demo/index.ts';
import type { Config } from '../config/config.ts';
import { installation } from '../config/installation.ts';
import type { Live } from '../connections/mqtt/index.ts';
import type { Platform } from '../core/feature.ts';
import type { Db } from '../database/index.ts';
import { registerAuthorities, serveOperators } from '../platform/certificates/index.ts';
import { type Clock, systemClock, type Timers } from '../platform/clock.ts';
import { createDatabaseClock } from '../platform/database-clock.ts';
import { readProxyHeaders } from '../platform/http/proxy-protocol.ts';
import type { Logger } from '../platform/logger.ts';
import { createMetrics } from '../platform/metrics.ts';
import type { HashCost } from '../platform/passwords.ts';
import { watchTurns } from '../platform/turn-watchdog.ts';
import { importCatalogue } from './catalogue.ts';
import { openMqttCertificate } from './certificates.ts';
import { createDemoIfWanted } from './create-demo.ts';
import { drain } from './drain.ts';
import { endWhenLost } from './end-connections.ts';
import { type ServerFeatures, serverFeatures } from './features.ts';
import { createApp } from './http-server.ts';
import { release, start, startJobs, stop } from './lifecycle.ts';
import { measureResources } from './measure-resources.ts';
import { measureMembership, openAmongOthers } from './membership.ts';
import { balancersOf, openMqtt } from './mqtt-server.ts';
import { createOwnServer } from './own-server.ts';
import { createPlatform } from './platform.ts';
import { reportTurns } from './report-turns.ts';
import { asStart } from './start-step.ts';

export type Server = StartedServer &
  AsyncDisposable & {
    /** Hands clients and work over to other servers, before it is disposed of. At once without any, and when `skip` says so. */
    drain(skip: AbortSignal): Promise<void>;
  };

/** What a server consists of. */
export type StartedServer = {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly features: ServerFeatures;
  readonly live: Live;
  /** Where it listens, for example `http://127.0.0.1:8480`. */
  readonly address: string;
  /** Credentials of a demo that this start created; they can be shown only now. */
  readonly demo: DemoCredentials | undefined;
};

export type ServerOptions = {
  logger: Logger;
  /** Log level of requests; `info` by default. */
  requestLevel?: 'debug' | 'info';
  /** That of the database by default, or of the machine with SQLite. */
  clock?: Clock;
  /** The timers of background work; those of the clock by default. */
  timers?: Timers;
  /** What the hash of a password costs; the recommended cost by default. */
  hashCost?: HashCost;
  /** Runs when everything is built, before the server listens. */
  beforeListening?: (features: ServerFeatures) => Promise<void>;
  /** Runs when the server listens and the demo exists. When it fails, the start fails: `/readyz` says 200 only after it. */
  beforeReady?: (server: StartedServer) => Promise<void>;
  /** The folder of the built web pages. */
  web?: string;
  /** The timers of the membership among the servers of the database; those of the system by default. */
  membershipTimers?: Timers;
};

/**
 * Builds everything and listens. When a step fails, everything opened before is closed again. Disposing stops
 * in the opposite order: jobs, MQTT, requests that wait, HTTP, what was accepted, the database.
 */
export async function startServer(config: Config, options: ServerOptions): Promise<Server> {
  const databaseClock = config.databaseUrl ? createDatabaseClock(systemClock) : undefined;
  const { logger, hashCost, membershipTimers = systemClock } = options;
  const { clock = databaseClock ?? systemClock, timers = clock } = options;
  await using opened = new AsyncDisposableStack();
  const metrics = createMetrics();
  const base = { clock, timers, logger, metrics };
  opened.use(watchTurns(reportTurns({ metrics, logger })));
  const among = { ...base, membershipTimers, databaseClock };
  const { db, ...others } = opened.use(await openAmongOthers(config, among));
  const build = { version: installation.version, node: process.version, database: db.engine };
  metrics.build.set({ server: config.serverName, ...build }, 1);
  const ownServer = createOwnServer({ ...base, config }, others);
  const platform = createPlatform({ ...base, config, db, hashCost, ...others.platform, ownServer });
  const { services: features, list } = await asStart(() => serverFeatures.build(platform));
  opened.defer(() => stop(list));
  await asStart(async () => {
    await importCatalogue(features, db);
    await start(list);
  });
  measureResources({ config, db, metrics });
  measureMembership({ ...others.platform, others: others.others, databaseClock, metrics });
  const tls = config.tls && opened.use(await serveOperators(config.tls, { logger }));
  const mqttTls = opened.use(await openMqttCertificate(config, { clock, timers, logger }));
  let isReady = false;
  const app = await asStart(() => createApp({ ...options, features, list, tls, hasStarted: () => isReady }));
  registerAuthorities(app, () => mqttTls?.trusted());
  opened.defer(() => app.close());
  opened.defer(() => release(list));
  opened.defer(() => stopCalls(platform));
  const live = opened.use(
    await openMqtt({ features, app, certificate: mqttTls, serverBus: others.serverBus }),
  );
  const connections = { list, live };
  opened.use(endWhenLost(connections, { ...features, timers: membershipTimers }));
  if (config.proxyProtocol.http) readProxyHeaders(app, balancersOf(features));
  await options.beforeListening?.(features);
  const address = await app.listen({ host: config.host, port: config.httpPort });
  // The demo is created only now, because credentials of a failed start would never be shown.
  const demo = await asStart(() => createDemoIfWanted(features));
  opened.use(await startJobs(list, features));
  const started = { app, db, features, live, address, demo };
  await others.show();
  await options.beforeReady?.(started);
  const handOver = ownServer.handOverWith((leave, skip) =>
    drain(connections, { ...base, ...config, ...others, leave }, skip),
  );
  isReady = true;
  const resources = opened.move();
  return {
    ...started,
    drain: handOver,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Requests that wait for calls elsewhere end immediately. */
function stopCalls({ outbound, automationOutbound, pushOutbound }: Platform): void {
  for (const each of [pushOutbound, automationOutbound, outbound]) each.stop();
}
