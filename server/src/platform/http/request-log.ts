import type { FastifyInstance } from 'fastify';
import type { Histogram } from 'prom-client';
import { withoutSecrets } from '../secrets.ts';
import { routeOf } from './problems.ts';

/**
 * Returns the path of a URL. A query may contain credentials (spec 4.2), so logs and metrics never contain
 * one.
 */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}

/** Logs each finished request and records its duration. On a terminal the level is `debug`. */
export function logRequests(
  app: FastifyInstance,
  durations: Histogram<'method' | 'route' | 'status'>,
  level: 'debug' | 'info',
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, ip: address } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    const route = routeOf(request) ?? 'unknown';
    durations.observe({ method, route, status: String(status) }, ms / 1000);
    const path = withoutSecrets(pathOf(request.url));
    request.log[level]({ method, path, address, status, ms: Math.round(ms * 10) / 10 }, 'request');
    done();
  });
}
