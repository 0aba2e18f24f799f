import type { Logger } from './logger.ts';

type Options = {
  /** Delay before the first run, ms. Default: one interval. */
  firstAfterMs?: number;
};

/**
 * Runs work at an interval. A tick during a run is skipped, so that slow work does not queue runs. A failure
 * is logged and does not stop the job. Disposing it stops the timer and waits for the current run.
 */
export function runEvery(
  everyMs: number,
  work: () => Promise<void>,
  logger: Logger,
  { firstAfterMs = everyMs }: Options = {},
): AsyncDisposable {
  let running: Promise<void> | undefined;
  const tick = () => {
    // `async` turns a synchronous throw into a rejection too.
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
