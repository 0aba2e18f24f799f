import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 50;
/** Less than a process has to stop in, so that it still ends in order. */
const DRAIN_LIMIT_MS = 8_000;
/** What asks nothing for so long after it was opened was opened in case: browsers and fetch do. */
const UNUSED_MS = 1_000;

/**
 * Lets a closing server end as soon as its last answer is sent. Node closes the connections that are idle when the
 * closing begins, and would then wait `keepAliveTimeout` for each that falls idle later, and longer for one that
 * was opened and never used. Whatever is still open after `limitMs` is cut.
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

/** Answers what closes the connections on which nothing was asked. */
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
