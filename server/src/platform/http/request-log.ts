import type { FastifyInstance } from 'fastify';
import type { Histogram } from 'prom-client';

/** The one redaction point: a query may hold credentials (spec 4.2), so no log or metric ever sees one. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}

/** One line and one observation for each answered request. */
export function logRequests(app: FastifyInstance, durations: Histogram<'method' | 'route' | 'status'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, ip: address } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    const route = request.routeOptions.url ?? 'unknown';
    durations.observe({ method, route, status: String(status) }, ms / 1000);
    const path = pathOf(request.url);
    request.log.info({ method, path, address, status, ms: Math.round(ms * 10) / 10 }, 'request');
    done();
  });
}
