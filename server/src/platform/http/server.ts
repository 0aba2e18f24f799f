import { randomUUID } from 'node:crypto';
import { Server as TlsServer } from 'node:tls';
import cors from '@fastify/cors';
import formbody from '@fastify/formbody';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { ApiError } from '../api-error.ts';
import type { ServedCertificate } from '../certificates/index.ts';
import type { Timers } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { CanonicalHeaderResponse } from './canonical-header-response.ts';
import { compressBytes } from './compression.ts';
import { drainOnClose } from './drain.ts';
import { MAX_FORM_BYTES } from './form-fields.ts';
import { explainJsonError } from './json-errors.ts';
import { answerError, answerProblems, answerUnreadable, type ProblemOptions } from './problems.ts';
import { limitConcurrentRequests } from './request-concurrency.ts';
import { createRequestLogger } from './request-logger.ts';
import { routerOptions } from './route-paths.ts';
import { sendSecurityHeaders } from './security-headers.ts';
import {
  closeSlowBodies,
  HEADERS_TIMEOUT_MS,
  REQUEST_TIMEOUT_MS,
  TIMEOUT_CHECK_MS,
} from './slow-requests.ts';
import { limitSockets } from './sockets.ts';

/** Maximum size of a request body. Images have their own limit. */
const BODY_LIMIT = 256 * 1024;
/** Maximum number of sockets, far more than one process serves. */
const MAX_SOCKETS = 10_000;
/** Extra sockets, for those that are being closed in favour of new ones. */
const CLOSING_SOCKETS = 100;
const KEEP_ALIVE_MS = 72_000;
/** Tokens and cookies fit, but no header is large enough to exhaust memory. */
const MAX_HEADER_BYTES = 16 * 1024;

/** The response headers that pages of other origins may read. */
const EXPOSED_HEADERS = [
  'ETag',
  'X-Error',
  'X-Warnings',
  'X-Request-Id',
  'Retry-After',
  'Location',
  'Content-SHA256',
];

export type HttpOptions = ProblemOptions & {
  logger: Logger;
  timers: Timers;
  trustedProxies: readonly string[];
  shares: {
    socketsPerNetwork: number;
    /** Maximum number of waiting requests of one account; a network may have four times as many. */
    waitingRequests: number;
  };
  tls: ServedCertificate | undefined;
  /**
   * Resolves to whether a browser page of this origin may read responses. It is called before requests are queued,
   * so it must not read the database for each.
   */
  isAllowedOrigin: (origin: string) => Promise<boolean>;
};

/**
 * Creates an HTTP server with limits, security headers, CORS, compression and error replies, but no routes. These
 * are Fastify hooks and plugins, in place of middleware.
 */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const limits = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    ServerResponse: CanonicalHeaderResponse,
  };
  const app: FastifyInstance = Fastify({
    ...(options.tls
      ? { https: { ...options.tls.pair(), ...limits, handshakeTimeout: HEADERS_TIMEOUT_MS } }
      : { http: limits }),
    ...handling(options.logger),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    // While the server stops, requests on open connections are still handled by our own code.
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable(options.logger),
  } as Parameters<typeof Fastify>[0]) as unknown as FastifyInstance;
  app.server.maxConnections = MAX_SOCKETS + CLOSING_SOCKETS;
  limitSockets(app, {
    max: MAX_SOCKETS,
    maxPerNetwork: options.shares.socketsPerNetwork,
    trustedProxies: options.trustedProxies,
  });
  options.tls?.onRenewal((pair) => {
    if (app.server instanceof TlsServer) app.server.setSecureContext(pair);
  });
  drainOnClose(app);
  answerProblems(app, options);
  tolerateEmptyJson(app);
  await app.register(formbody, { bodyLimit: MAX_FORM_BYTES });
  // Both come before the queue, so that pages of other origins can read its refusals.
  sendSecurityHeaders(app, { isTls: options.tls !== undefined });
  await app.register(cors, {
    origin: (origin, done) => {
      if (!origin) return done(null, false);
      options.isAllowedOrigin(origin).then(
        (allowed) => done(null, allowed ? origin : false),
        () => done(null, false),
      );
    },
    // The plugin's default lacks DELETE, which pages need to sign out.
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 600,
  });
  limitConcurrentRequests(app, { maxWaiting: options.shares.waitingRequests });
  closeSlowBodies(app, options.timers);
  compressBytes(app);
  return app;
}

/**
 * Creates a server for requests of this process alone. It has no sockets, and so none of the limits of callers from
 * the network.
 */
export function createInnerServer(logger: Logger): FastifyInstance {
  const app: FastifyInstance = Fastify({
    ...handling(logger),
  } as Parameters<typeof Fastify>[0]) as unknown as FastifyInstance;
  app.decorateRequest('account', undefined);
  answerProblems(app, {
    onLimited: () => undefined,
    knownPath: () => undefined,
    nearestPath: () => undefined,
  });
  tolerateEmptyJson(app);
  return app;
}

/** Returns how requests are logged, named and answered, wherever they come from. */
const handling = (logger: Logger) => ({
  loggerInstance: logger,
  // Fastify's request log would contain whole URLs, and so the credentials of GET requests (spec 4.2).
  logController: new LogController({ disableRequestLogging: true }),
  childLoggerFactory: createRequestLogger,
  genReqId: () => randomUUID(),
  bodyLimit: BODY_LIMIT,
  frameworkErrors: answerError,
  routerOptions,
});

function unreadableJson(text: string, cause: Error): ApiError {
  const position = explainJsonError(text);
  const detail = position === undefined ? {} : { detail: `The body is not valid JSON, ${position}.` };
  return new ApiError('malformed_body', { ...detail, cause });
}

/**
 * Accepts empty JSON bodies: known clients send GET and POST with a JSON content type and no body
 * (manager-sdk 7.18).
 */
function tolerateEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, {});
    return parse(request, body as string, (error, value) => {
      done(error && unreadableJson(body as string, error), value);
    });
  });
}
