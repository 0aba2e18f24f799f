import type { Logger } from './logger.ts';

/** Work that is done again and again; one failure is logged and does not end it. Disposing stops and waits. */
export function repeat(everyMs: number, work: () => Promise<void>, logger: Logger): AsyncDisposable {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(work)
      .catch((error: unknown) => logger.error({ err: error }, 'background work failed'));
  }, everyMs);
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await running;
    },
  };
}
