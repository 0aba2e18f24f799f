import { timingSafeEqual } from 'node:crypto';
import { SharedConnectionError } from '@azulejo/storage';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { ApiError } from '../api-error.ts';
import { hashSecret } from '../random-token.ts';

type HealthOptions = {
  registry: Registry;
  /** Resolves when everything that requests depend on responds. */
  check: () => Promise<void>;
  /** Whether the start is complete: the server listens before the demo home exists. */
  hasStarted: () => boolean;
  /** Whether it leaves its work to other servers, to which its clients should connect. */
  isDraining: () => boolean;
  metricsToken: string | undefined;
  /** Whether this machine may read the metrics without a token. */
  isOpenToLoopback: boolean;
};

/** Registers `/healthz` (liveness), `/readyz` (readiness) and `/metrics` (Prometheus). */
export function registerHealth(app: FastifyInstance, options: HealthOptions): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get<{ Querystring: { draining?: unknown } }>('/readyz', async ({ query }) => {
    if (isStopping) throw new ApiError('unavailable', { detail: 'The server is stopping.' });
    if (!options.hasStarted()) throw new ApiError('unavailable', { detail: 'The server is starting.' });
    if (options.isDraining())
      throw new ApiError(query.draining === '404' ? 'not_found' : 'unavailable', { detail: DRAINING });
    await options.check().catch((cause: unknown) => {
      throw new ApiError('unavailable', {
        detail:
          cause instanceof SharedConnectionError
            ? SHARED
            : 'The database does not respond, or cannot be written to.',
        cause,
      });
    });
    return { status: 'ready' };
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, options)) {
      const detail = options.metricsToken === undefined ? NO_METRICS_TOKEN : METRICS_HELP;
      throw new ApiError('forbidden', { detail });
    }
    return reply.type(options.registry.contentType).send(await options.registry.metrics());
  });
}

/** HAProxy keeps the connections to a server that answers 404, and sends it no new ones (`disable-on-404`). */
const DRAINING = 'The server is draining.';
const SHARED =
  'DATABASE_URL leads to a pooler that shares connections without knowing prepared statements. Set it to PostgreSQL itself, or see DATABASE_DIRECT_URL.';
const METRICS_HELP = 'Send METRICS_TOKEN as a bearer token.';
const NO_METRICS_TOKEN = 'Set METRICS_TOKEN on the server, and send it as a bearer token.';

/**
 * Returns whether the request may read metrics: with METRICS_TOKEN set, it needs it as bearer; without, it
 * must come from this machine and not through a proxy.
 */
function mayReadMetrics(
  request: FastifyRequest,
  { metricsToken: token, isOpenToLoopback }: HealthOptions,
): boolean {
  if (token !== undefined) {
    const presented = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    return timingSafeEqual(Buffer.from(hashSecret(presented)), Buffer.from(hashSecret(token)));
  }
  if (!isOpenToLoopback) return false;
  const isLocal = /^(127\.|::1$|::ffff:127\.)/.test(request.ip);
  return (
    isLocal && request.headers['x-forwarded-for'] === undefined && request.headers.forwarded === undefined
  );
}
