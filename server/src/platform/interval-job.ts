import type { Timers } from './clock.ts';
import type { Logger } from './logger.ts';
import { beginWork } from './turn-watchdog.ts';

type Options = {
  /** Names the job to the watchdog of the event loop. */
  name: string;
  everyMs: number;
  /** Delay before the first run, ms. Default: one interval. */
  firstAfterMs?: number;
  clock: Timers;
  logger: Logger;
};

/**
 * Runs work at an interval. A tick during a run is skipped, so that slow work does not queue runs. A failure
 * is logged and does not stop the job. Disposing it stops the timer and waits for the current run.
 */
export function runEvery(
  work: () => Promise<void>,
  { name, everyMs, firstAfterMs = everyMs, clock, logger }: Options,
): AsyncDisposable {
  const first = clock.monotonic() + firstAfterMs;
  let running: Promise<void> | undefined;
  let isDisposed = false;
  let timer = clock.setTimer(firstAfterMs, tick);

  function tick(): void {
    const end = beginWork(`job ${name}`);
    // `async` turns a synchronous throw into a rejection too.
    running = (async () => work())()
      .catch((error: unknown) => logger.error({ err: error }, 'background work failed'))
      .finally(() => {
        end();
        running = undefined;
        if (!isDisposed) timer = clock.setTimer(untilNext(), tick);
      });
  }

  /** Returns the time until the next multiple of the interval after the first run. */
  const untilNext = () => everyMs - (Math.max(0, clock.monotonic() - first) % everyMs);

  return {
    async [Symbol.asyncDispose]() {
      isDisposed = true;
      timer[Symbol.dispose]();
      await running;
    },
  };
}
