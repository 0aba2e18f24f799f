import type { FastifyInstance } from 'fastify';
import type { Logger } from '../logger.ts';
import type { RequestDurations } from '../request-durations.ts';
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

type Options = { logger: Logger; durations: RequestDurations; level: 'debug' | 'info' };

/** Logs each finished request and records its duration. On a terminal the level is `debug`. */
export function logRequests(app: FastifyInstance, { logger, durations, level }: Options): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { id: reqId, method, ip: address } = request;
    const { statusCode: status, elapsedTime } = reply;
    durations.observe({ method, route: routeOf(request) ?? 'unknown', status }, elapsedTime / 1000);
    if (logger.isLevelEnabled(level)) {
      const path = withoutSecrets(pathOf(request.url));
      const ms = Math.round(elapsedTime * 10) / 10;
      logger[level]({ reqId, method, path, address, status, ms }, 'request');
    }
    done();
  });
}
