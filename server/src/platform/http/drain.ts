import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { systemClock, type Timers, tickEvery } from '../clock.ts';

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
 * destroyed. A server drains in real time, even when its background work is held.
 */
export function drainOnClose(
  app: FastifyInstance,
  { limitMs = DRAIN_LIMIT_MS, timers = systemClock }: { limitMs?: number; timers?: Timers } = {},
): void {
  const closeUnused = watchUnused(app.server, timers);
  app.addHook('preClose', async () => {
    const sweep = tickEvery(timers, SWEEP_MS, () => {
      app.server.closeIdleConnections();
      closeUnused();
    });
    const cut = timers.setTimer(limitMs, () => app.server.closeAllConnections());
    app.server.once('close', () => {
      sweep[Symbol.dispose]();
      cut[Symbol.dispose]();
    });
  });
}

/** Returns a function that closes the connections on which no request was sent. */
function watchUnused(server: FastifyInstance['server'], timers: Timers): () => void {
  const opened = new Map<Socket, number>();
  const isTls = 'setSecureContext' in server;
  server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    opened.set(socket, timers.monotonic());
    socket.once('close', () => opened.delete(socket));
  });
  for (const event of ['request', 'upgrade'])
    server.on(event, ({ socket }: IncomingMessage) => opened.delete(socket));
  return () => {
    const end = timers.monotonic() - UNUSED_MS;
    for (const [socket, at] of opened) if (at <= end) socket.destroy();
  };
}
