import type { Logger } from './logger.ts';

type Options = {
  /** When the first run begins, ms; after one interval by default. */
  firstAfterMs?: number;
};

/**
 * Does work at an interval. A tick that comes while the work is still running is skipped, so that slow work does not
 * queue runs. A failure is logged and does not end it. Disposing stops the timer and waits for the run under way.
 */
export function runEvery(
  everyMs: number,
  work: () => Promise<void>,
  logger: Logger,
  { firstAfterMs = everyMs }: Options = {},
): AsyncDisposable {
  let running: Promise<void> | undefined;
  const tick = () => {
    // `async` turns what is thrown at once into a rejection, too.
    running ??= (async () => work())()
      .catch((error: unknown) => logger.error({ err: error }, 'background work failed'))
      .finally(() => {
        running = undefined;
      });
  };
  let interval: NodeJS.Timeout | undefined;
  const first = setTimeout(() => {
    tick();
    interval = setInterval(tick, everyMs).unref();
  }, firstAfterMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearTimeout(first);
      clearInterval(interval);
      await running;
    },
  };
}
