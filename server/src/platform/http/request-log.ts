import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Histogram } from 'prom-client';

/** The one redaction point: a query may hold credentials (spec 4.2), so no log or metric ever sees one. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}

type Finished = { request: FastifyRequest; address: string; status: number; ms: number };

/**
 * One line and one observation for each answered request. Those that were answered in one turn of the event loop are
 * written together after it: a loop over many costs half of what each costs in the midst of its request.
 */
export function logRequests(app: FastifyInstance, durations: Histogram<'method' | 'route' | 'status'>): void {
  let finished: Finished[] = [];
  const flush = () => {
    const batch = finished;
    finished = [];
    for (const one of batch) record(one, durations);
  };
  app.addHook('onResponse', (request, reply, done) => {
    if (finished.length === 0) setImmediate(flush);
    // The address is gone once the socket is closed.
    finished.push({ request, address: request.ip, status: reply.statusCode, ms: reply.elapsedTime });
    done();
  });
  app.addHook('onClose', async () => flush());
}

function record(
  { request, address, status, ms }: Finished,
  durations: Histogram<'method' | 'route' | 'status'>,
): void {
  const { method } = request;
  const route = request.routeOptions.url ?? 'unknown';
  durations.observe({ method, route, status: String(status) }, ms / 1000);
  request.log.info(
    { method, path: pathOf(request.url), address, status, ms: Math.round(ms * 10) / 10 },
    'request',
  );
}
