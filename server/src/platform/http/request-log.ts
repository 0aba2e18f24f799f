import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Histogram } from 'prom-client';

/** The one redaction point: a query may hold credentials (spec 4.2), so no log or metric ever sees one. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}

/** One line and one observation for each answered request. */
export function logRequests(app: FastifyInstance, durations: Histogram<'method' | 'route' | 'status'>): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    durations.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    request.log.info(
      { ...summary(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
      'request',
    );
  });
}

const summary = (request: FastifyRequest) => ({
  method: request.method,
  path: pathOf(request.url),
  address: request.ip,
});
