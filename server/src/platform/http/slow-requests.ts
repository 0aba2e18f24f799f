import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The head of a request is small: a client that takes longer for it only holds a socket. */
export const HEADERS_TIMEOUT_MS = 9_000;
/** How late Node notices that. */
export const TIMEOUT_CHECK_MS = 1_000;
/** The longest that any request may take: a photo of 5 MB over an uplink of 350 kbit/s. */
export const REQUEST_TIMEOUT_MS = 120_000;
/** For a body of any size, in addition to what its length takes. */
const BODY_GRACE_MS = 10_000;
/** 320 kbit/s. */
const MIN_BYTES_PER_MS = 40;

/** Closes requests whose body comes more slowly than a poor uplink sends it. Answers 408, as Node does. */
export function closeSlowBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.raw.complete) watch(app, request);
    done();
  });
}

function watch(app: FastifyInstance, { raw, headers, routeOptions }: FastifyRequest): void {
  // Without a length, as long as the longest body that the route takes.
  const length = Number(headers['content-length'] ?? routeOptions.bodyLimit ?? 0);
  const timeoutMs = Math.min(BODY_GRACE_MS + length / MIN_BYTES_PER_MS, REQUEST_TIMEOUT_MS);
  const timer = setTimeout(() => {
    const error = Object.assign(new Error('The body came too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    app.server.emit('clientError', error, raw.socket);
  }, timeoutMs);
  // A body that is refused unread may neither end nor close: its timer must not hold back a process that stops.
  timer.unref();
  const stop = () => clearTimeout(timer);
  raw.once('end', stop).once('close', stop);
}
