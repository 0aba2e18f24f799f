import { operations, portalOperations } from '@azulejo/contract';
import type { FastifyInstance } from 'fastify';
import { isLoopback } from '../config/config.ts';
import { installation } from '../config/installation.ts';
import { brokerUrls } from '../config/mqtt-settings.ts';
import type { Feature } from '../core/feature.ts';
import type { ServedCertificate } from '../platform/certificates/index.ts';
import { collectPatterns, createAllowedMethods } from '../platform/http/allowed-methods.ts';
import { registerGuides } from '../platform/http/guides.ts';
import { registerHealth } from '../platform/http/health.ts';
import { registerLiveReference } from '../platform/http/live-reference.ts';
import { createNearestPath } from '../platform/http/nearest-path.ts';
import { registerOperations } from '../platform/http/operations.ts';
import { registerReference } from '../platform/http/reference.ts';
import { logRequests } from '../platform/http/request-log.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { watchRequests } from '../platform/http/watch-requests.ts';
import { registerWebPages } from '../platform/http/web-pages.ts';
import type { ServerFeatures } from './features.ts';
import { refuseUnregisteredOrigins } from './unregistered-origin.ts';
import { noticeUntrustedProxy } from './untrusted-proxy.ts';

type Options = {
  features: ServerFeatures;
  list: readonly Feature[];
  tls: ServedCertificate | undefined;
  hasStarted: () => boolean;
  /** Log level of requests; `info` by default. */
  requestLevel?: 'debug' | 'info';
  /** The folder of the built web pages. */
  web?: string;
};

/** Creates the HTTP server with all routes. It does not listen yet. */
export async function createApp(options: Options): Promise<FastifyInstance> {
  const { features, list, tls, requestLevel = 'info', web = installation.webFolder } = options;
  const { config, db, clock, timers, logger, metrics } = features;
  const allOperations = [...operations, ...portalOperations];
  const allowedMethods = createAllowedMethods(allOperations);
  const app = await createHttpServer({
    logger,
    timers,
    trustedProxies: config.trustedProxies,
    shares: config.shares,
    tls,
    knownPath: allowedMethods.find,
    nearestPath: createNearestPath(allOperations),
    onLimited: (limit) => metrics.limited.inc({ limit }),
    isAllowedOrigin: features.applications.isRegisteredOrigin,
  });
  const routePatterns = collectPatterns(app);
  noticeUntrustedProxy(app, { trustedProxies: config.trustedProxies, db, clock, logger });
  refuseUnregisteredOrigins(app, { db, clock, logger });
  watchRequests(app);
  logRequests(app, { logger, durations: metrics.requestSeconds, level: requestLevel });
  registerHealth(app, {
    registry: metrics.registry,
    async check() {
      await db.ping();
      if (!features.databaseContact.isRecent()) throw new Error('The row of this server is not valid.');
    },
    hasStarted: options.hasStarted,
    isDraining: () => features.ownServer?.isDraining() ?? false,
    metricsToken: config.metricsToken,
    // A proxy on this machine may forward requests from outside without saying so.
    isOpenToLoopback: isLoopback(config),
  });
  const { version } = installation;
  const { mqtt: _mqtt, ...urls } = config.urls;
  registerReference(app, { urls, version });
  registerLiveReference(app, { url: urls.base, mqtt: brokerUrls(config), version });
  await registerFeatures(app, features, list);
  await registerPages(app, features, web);
  allowedMethods.refuseCovered(app, routePatterns);
  return app;
}

/** Registers the routes of all features. */
async function registerFeatures(
  app: FastifyInstance,
  { auth: { authorize } }: ServerFeatures,
  list: readonly Feature[],
): Promise<void> {
  for (const { routes, portal } of list) {
    await routes?.({
      app,
      authorize,
      serve: (resource, handlers) => registerOperations(app, resource, handlers, authorize),
    });
    portal?.({ app, callers: 'network' });
  }
}

/** Registers the pages `/home` and `/portal`, and the guides. */
async function registerPages(
  app: FastifyInstance,
  { config, homeApplication, passkeys }: ServerFeatures,
  folder: string,
): Promise<void> {
  const { base, cdn, ontology, auth, uploader } = config.urls;
  const home = await homeApplication.get();
  registerGuides(app, { folder });
  registerWebPages(app, {
    folder,
    connect: [...new Set([base, auth, cdn, ontology, uploader, base.replace(/^http/, 'ws')])],
    images: [...new Set([base, cdn, uploader])],
    version: installation.version,
    home: {
      clientId: home.id,
      minPasswordLength: home.minimumPasswordLength,
      sendsMail: config.mail.smtp !== undefined,
      passkeyHost: passkeys.relyingParty?.id ?? '',
    },
  });
}
