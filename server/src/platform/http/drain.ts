import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 50;
/** Less than a process has to stop in, so that it still ends in order. */
const DRAIN_LIMIT_MS = 8_000;

/**
 * Lets a closing server end as soon as its last answer is sent. Node closes the connections that are idle when the
 * closing begins, and would then wait `keepAliveTimeout` for each that falls idle later, and longer for one that
 * was opened and never used. Whatever is still open after `limitMs` is cut.
 */
export function drainOnClose(app: FastifyInstance, limitMs = DRAIN_LIMIT_MS): void {
  app.addHook('preClose', async () => {
    const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
    const cut = setTimeout(() => app.server.closeAllConnections(), limitMs);
    app.server.once('close', () => {
      clearInterval(sweep);
      clearTimeout(cut);
    });
  });
}
