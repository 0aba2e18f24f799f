/** Somebody who waits for news until the server stops, or the caller has gone. */
export type Waiter = Disposable & {
  readonly hasEnded: boolean;
  /** Resolves with true when there may be news, with false after `ms` and when it is over. Never rejects. */
  wait(ms: number): Promise<boolean>;
  wake(): void;
};

/** `leave` is called once, when it is over. */
export function createWaiter(leave: () => void): Waiter {
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
        const timer = setTimeout(resolve, ms);
        resume = resolve;
        await promise;
        clearTimeout(timer);
        resume = undefined;
      }
      const isNews = isWoken;
      // What wakes from here on may be missed by the read that now comes.
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
