import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 50;
/**
 * How long to drain. It is shorter than the time a process has to stop, so that it still shuts down in order.
 */
const DRAIN_LIMIT_MS = 8_000;
/** A connection without a request for this long was opened speculatively, as browsers and fetch do. */
const UNUSED_MS = 1_000;

/**
 * Shuts a closing server down gracefully as soon as its last response is sent. Node closes the connections
 * that are idle when the closing begins, but would wait `keepAliveTimeout` for each that becomes idle later,
 * and longer for one that was opened and never used. Connections that are still open after `limitMs` are
 * destroyed.
 */
export function drainOnClose(app: FastifyInstance, limitMs = DRAIN_LIMIT_MS): void {
  const closeUnused = watchUnused(app.server);
  app.addHook('preClose', async () => {
    const sweep = setInterval(() => {
      app.server.closeIdleConnections();
      closeUnused();
    }, SWEEP_MS);
    const cut = setTimeout(() => app.server.closeAllConnections(), limitMs);
    app.server.once('close', () => {
      clearInterval(sweep);
      clearTimeout(cut);
    });
  });
}

/** Returns a function that closes the connections on which no request was sent. */
function watchUnused(server: FastifyInstance['server']): () => void {
  const opened = new Map<Socket, number>();
  const isTls = 'setSecureContext' in server;
  server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    opened.set(socket, performance.now());
    socket.once('close', () => opened.delete(socket));
  });
  for (const event of ['request', 'upgrade'])
    server.on(event, ({ socket }: IncomingMessage) => opened.delete(socket));
  return () => {
    const end = performance.now() - UNUSED_MS;
    for (const [socket, at] of opened) if (at <= end) socket.destroy();
  };
}
