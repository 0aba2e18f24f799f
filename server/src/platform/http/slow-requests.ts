import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Timers } from '../clock.ts';

/**
 * How long the headers of a request may take. They are small: a slower client only occupies a socket. Node measures
 * this with its own timers.
 */
export const HEADERS_TIMEOUT_MS = 9_000;
/** How often Node checks this, which is how late it may notice. */
export const TIMEOUT_CHECK_MS = 1_000;
/** How long any request may take: enough for a photo of 5 MB over an uplink of 350 kbit/s. */
export const REQUEST_TIMEOUT_MS = 120_000;
/** How long a body of any size may take in addition to what its length takes. */
const BODY_GRACE_MS = 10_000;
/** The slowest accepted upload, 320 kbit/s. */
const MIN_BYTES_PER_MS = 40;

/**
 * Closes requests whose body arrives more slowly than over a poor uplink. Responds with 408, as Node does.
 */
export function closeSlowBodies(app: FastifyInstance, timers: Timers): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.raw.complete) watch(app, timers, request);
    done();
  });
}

function watch(app: FastifyInstance, timers: Timers, { raw, headers, routeOptions }: FastifyRequest): void {
  // Without a Content-Length, the longest body that the route accepts is assumed.
  const length = Number(headers['content-length'] ?? routeOptions.bodyLimit ?? 0);
  const timeoutMs = Math.min(BODY_GRACE_MS + length / MIN_BYTES_PER_MS, REQUEST_TIMEOUT_MS);
  const timer = timers.setTimer(timeoutMs, () => {
    const error = Object.assign(new Error('The body came too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    app.server.emit('clientError', error, raw.socket);
  });
  const stop = () => timer[Symbol.dispose]();
  raw.once('end', stop).once('close', stop);
}
