import closeWithGrace from 'close-with-grace';
import type { Logger } from '../platform/logger.ts';

/** How long a graceful shutdown may take. Orchestrators kill the process after ten seconds. */
const STOP_MS = 9_000;
/** Under npm one Ctrl-C arrives twice, from the terminal and from npm: signals within this time count as one. */
const SAME_KEY_MS = 2_000;
/** The exit code of a shell for SIGINT: 128 + 2. */
const INTERRUPTED = 130;

/** Shuts down gracefully on a signal, even during the start. A later Ctrl-C exits immediately. */
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
