import type { Timers } from './clock.ts';

/**
 * Waits for notifications until it is disposed of, which happens when the server stops or the caller
 * disconnects.
 */
export type Waiter = Disposable & {
  readonly hasEnded: boolean;
  /**
   * Resolves to true when it was woken, and to false after `ms` or when it was disposed of. Never rejects.
   */
  wait(ms: number): Promise<boolean>;
  wake(): void;
};

/** Creates a waiter. `leave` is called once, when it is disposed of. */
export function createWaiter(clock: Timers, leave: () => void): Waiter {
  let hasEnded = false;
  let isWoken = false;
  let resume: (() => void) | undefined;
  return {
    get hasEnded() {
      return hasEnded;
    },
    wake() {
      isWoken = true;
      resume?.();
    },
    async wait(ms) {
      if (!hasEnded && !isWoken) {
        const { promise, resolve } = Promise.withResolvers<void>();
        using _timer = clock.setTimer(ms, resolve);
        resume = resolve;
        await promise;
        resume = undefined;
      }
      const isNews = isWoken;
      // The caller reads next. That read may miss a later wake, which therefore counts for the next wait.
      isWoken = false;
      return isNews;
    },
    [Symbol.dispose]() {
      if (hasEnded) return;
      hasEnded = true;
      leave();
      resume?.();
    },
  };
}
