import closeWithGrace from 'close-with-grace';
import type { Logger } from '../platform/logger.ts';

/** In-flight requests get this long; orchestrators kill after ten seconds. */
const STOP_MS = 9_000;
/** Ctrl-C reaches the server twice below npm: from the terminal, and passed on by npm. */
const SAME_KEY_MS = 2_000;
/** 128 + SIGINT, as a shell gives it. */
const INTERRUPTED = 130;

/** Stops in good order on a signal, also on one that comes during the start. A later Ctrl-C ends at once. */
export function stopOnSignals(starting: Promise<AsyncDisposable>, logger: Logger): void {
  const grace = closeWithGrace(
    { delay: STOP_MS, logger, skip: ['SIGINT', 'beforeExit'] },
    async ({ err, signal }) => {
      if (err) logger.fatal({ err }, 'unexpected error, stopping');
      const server = await starting.catch(() => undefined);
      await server?.[Symbol.asyncDispose]();
      logger.info({ signal: signal ?? 'SIGINT' }, 'stopped');
    },
  );
  let first: number | undefined;
  process.on('SIGINT', () => {
    first ??= performance.now();
    if (performance.now() - first > SAME_KEY_MS) process.exit(INTERRUPTED);
    grace.close();
  });
}
