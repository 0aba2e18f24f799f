import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { DemoCredentials } from '../admin/demo/index.ts';
import { SAMPLE_MS } from '../admin/monitoring/index.ts';
import { type Config, isLoopback } from '../config/config.ts';
import { brokerUrls } from '../config/mqtt-settings.ts';
import type { Live } from '../connections/live/index.ts';
import { createSimulator, type Simulator } from '../connections/virtual-devices/index.ts';
import type { Db } from '../database/index.ts';
import { openForServer } from '../database/open.ts';
import { createUploads, type Uploads } from '../home/uploads/index.ts';
import {
  registerAuthorities,
  type ServedCertificate,
  serveOperators,
} from '../platform/certificates/index.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { openFiles } from '../platform/files.ts';
import { registerHealth } from '../platform/http/health.ts';
import { registerLiveReference } from '../platform/http/live-reference.ts';
import { registerReference } from '../platform/http/reference.ts';
import { logRequests } from '../platform/http/request-log.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { registerWebPages } from '../platform/http/web-pages.ts';
import { runEvery } from '../platform/interval-job.ts';
import type { Logger } from '../platform/logger.ts';
import { createSmtpMailer, type Mailer, openOutbox } from '../platform/mail/index.ts';
import { createMetrics } from '../platform/metrics.ts';
import { importCatalogue } from './catalogue.ts';
import { openMqttCertificate } from './certificates.ts';
import { createFeatures, type Features, type Platform } from './features.ts';
import { openMqtt } from './mqtt-server.ts';
import { registerPortalRoutes } from './portal-routes.ts';
import { registerRoutes } from './routes.ts';
import { version } from './version.ts';
import { webFolder } from './web-folder.ts';

const FLUSH_MS = 10_000;
const SIMULATE_MS = 1_000;
const PRUNE_MS = 3600 * 1000;
/**
 * The first pruning is soon after the start, so that a server that is restarted every hour prunes, too; one
 * job after the other.
 */
const FIRST_PRUNE_MS = 60_000;
const BETWEEN_FIRST_PRUNES_MS = 5_000;
/** Interval of deleting what belongs to removed users and applications. */
const REMOVE_MS = 1_000;
/** What an upgrade left to do begins when the start is over; after a failure it is retried. */
const FIRST_UPGRADE_MS = 2_000;
const UPGRADE_MS = 600_000;
/**
 * Interval between two devices of the demo home whose history is simulated, so that the load is not
 * noticeable.
 */
const SEED_DEMO_MS = 1_000;
/** Interval of sending mail. */
const MAIL_MS = 1_000;
/** Interval of the check for commands whose deadline has passed. */
const OVERDUE_MS = 250;
/** Interval of polling for events whose notification was lost, or came to another server. */
const FOLLOW_MS = 2_000;

export type Server = AsyncDisposable & {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly features: Features;
  readonly live: Live;
  /** Where it listens, for example `http://127.0.0.1:8480`. */
  readonly address: string;
  /** Credentials of a demo that this start created; they can be shown only now. */
  readonly demo: DemoCredentials | undefined;
  /** Simulates the virtual devices. */
  readonly simulator: Simulator;
};

export type ServerOptions = {
  logger: Logger;
  /** Log level of requests; `info` by default. */
  requestLevel?: 'debug' | 'info';
  clock?: Clock;
  /** The folder of the built web pages. */
  web?: string;
};

/** Finishes an upgrade in the background: with a million users it takes minutes. */
function finishUpgrade({ context, history }: Features, logger: Logger): AsyncDisposable {
  let areContextsAdded = false;
  const finish = async () => {
    if (!areContextsAdded) await context.addMissing();
    areContextsAdded = true;
    await history.rollUp.run();
  };
  const repeated = runEvery(UPGRADE_MS, finish, logger, { firstAfterMs: FIRST_UPGRADE_MS });
  return {
    async [Symbol.asyncDispose]() {
      context.stopAdding();
      history.rollUp.stop();
      await repeated[Symbol.asyncDispose]();
    },
  };
}

/** Builds everything and listens. When a step fails, everything opened before is closed again. */
export async function startServer(config: Config, options: ServerOptions): Promise<Server> {
  const { logger, clock = systemClock } = options;
  await using opened = new AsyncDisposableStack();
  const { dataDir } = config;
  const { db } = opened.use(await openForServer(config, { logger }));
  const platform: Platform = { config, db, clock, metrics: createMetrics(), logger };
  const features = await createFeatures(platform);
  await importCatalogue(features, db);
  const files = await openFiles(join(dataDir, 'uploads'));
  const uploads = createUploads({ db, clock, files, quota: config.uploadQuota });
  opened.defer(() => features.audit.flush());
  opened.use(runEvery(FLUSH_MS, () => features.audit.flush(), logger));
  opened.defer(() => features.writePath.drain());
  opened.use(runEvery(OVERDUE_MS, features.writePath.settleOverdue, logger));
  opened.use(runEvery(FOLLOW_MS, features.events.poll, logger));
  const { jobs, series } = features.monitoring;
  opened.use(series);
  opened.use(runEvery(SAMPLE_MS, series.sample, logger));
  const pruned = {
    'sign-ins': features.auth,
    audit: features.audit,
    commands: features.commands,
    events: features.events,
    history: features.history,
    context: features.context,
    pairing: features.pairing,
    'reset links': features.passwordReset,
    'portal sessions': features.portalAccounts,
    uploads: { prune: uploads.sweep },
  };
  for (const [index, [name, { prune }]] of Object.entries(pruned).entries()) {
    const firstAfterMs = FIRST_PRUNE_MS + index * BETWEEN_FIRST_PRUNES_MS;
    opened.use(runEvery(PRUNE_MS, jobs.watch(name, prune), logger, { firstAfterMs }));
  }
  opened.use(runEvery(REMOVE_MS, features.removal.sweep, logger));
  opened.defer(() => features.removal.stop());
  opened.use(finishUpgrade(features, logger));
  const tls = config.tls && opened.use(await serveOperators(config.tls, { logger }));
  const mqttTls = opened.use(await openMqttCertificate(config, { clock, logger }));
  const app = await createApp(platform, features, uploads, { ...options, tls });
  registerAuthorities(app, () => mqttTls?.trusted());
  opened.defer(() => app.close());
  // Requests that wait for a command are answered before the server closes.
  opened.defer(() => features.commands.waiting.end());
  opened.defer(() => features.events.stop());
  opened.defer(() => features.messageLog.stop());
  const live = opened.use(await openMqtt({ platform, features, app, certificate: mqttTls }));
  const address = await app.listen({ host: config.host, port: config.httpPort });
  // The demo is created only now, because credentials of a failed start would never be shown.
  const demo = await createDemoIfWanted(features, platform);
  const simulator = opened.use(createSimulator({ ...features, db, clock, logger }));
  opened.use(runEvery(SIMULATE_MS, simulator.tick, logger));
  const seedDemo = async () => void (await features.demoHistory.seedNext());
  opened.use(runEvery(SEED_DEMO_MS, seedDemo, logger));
  const mailer = await openMailer(config);
  opened.use(runEvery(MAIL_MS, () => features.passwordReset.deliver(mailer), logger));
  // Mail that is being sent is finished first; the rest waits in its table.
  opened.use(mailer);
  const resources = opened.move();
  return {
    app,
    db,
    features,
    live,
    address,
    demo,
    simulator,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function createApp(
  platform: Platform,
  features: Features,
  uploads: Uploads,
  options: ServerOptions & { tls: ServedCertificate | undefined },
): Promise<FastifyInstance> {
  const { logger, requestLevel = 'info', tls, web = webFolder } = options;
  const { config, db, metrics } = platform;
  const app = await createHttpServer({
    logger,
    trustedProxies: config.trustedProxies,
    shares: config.shares,
    tls,
    isAllowedOrigin: features.applications.isRegisteredOrigin,
  });
  logRequests(app, metrics.requestSeconds, requestLevel);
  registerHealth(app, {
    registry: metrics.registry,
    check: () => db.ping(),
    metricsToken: config.metricsToken,
    // A proxy on this machine may forward requests from outside without saying so.
    isOpenToLoopback: isLoopback(config),
  });
  const { mqtt: _mqtt, ...urls } = config.urls;
  registerReference(app, { urls, version });
  registerLiveReference(app, { url: urls.base, mqtt: brokerUrls(config), version });
  await registerRoutes(app, features, platform, uploads);
  registerPortalRoutes(app, features, platform, uploads);
  const { base, cdn, ontology, auth, uploader } = config.urls;
  const home = await features.homeApplication.get();
  registerWebPages(app, {
    folder: web,
    connect: [...new Set([base, auth, cdn, ontology, uploader, base.replace(/^http/, 'ws')])],
    images: [...new Set([base, cdn, uploader])],
    version,
    home: {
      clientId: home.id,
      minPasswordLength: home.minimumPasswordLength,
      sendsMail: config.mail.smtp !== undefined,
    },
  });
  return app;
}

/** Opens the operator's mail server. Without one, mail is stored for the command line to show. */
async function openMailer({ mail, dataDir }: Config): Promise<Mailer> {
  if (mail.smtp) return createSmtpMailer(mail.smtp, mail.from);
  return (await openOutbox(join(dataDir, 'outbox'))).mailer(mail.from);
}

/** Creates a demo home on a new platform that only this machine can reach, unless DEMO decides otherwise. */
async function createDemoIfWanted(
  features: Features,
  { config, db }: Platform,
): Promise<DemoCredentials | undefined> {
  const started = await db.read
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'first_start')
    .executeTakeFirst();
  const isWanted = config.demo ?? (!started && isLoopback(config));
  const demo = isWanted && !(await features.demo.exists()) ? await features.demo.create() : undefined;
  // Another server is creating it, and will record the first start itself.
  if (isWanted && !demo && !(await features.demo.exists())) return undefined;
  if (!started) {
    const row = { name: 'first_start', value: 'done' };
    await db.write((tx) =>
      tx
        .insertInto('settings')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
  }
  return demo;
}
