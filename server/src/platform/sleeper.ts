/** Somebody who waits for news until the server stops, or the caller has gone. */
export type Sleeper = Disposable & {
  readonly isOver: boolean;
  /** Resolves with true when there may be news, with false after `ms` and when it is over. Never rejects. */
  news(ms: number): Promise<boolean>;
  wake(): void;
};

/** `leave` is called once, when it is over. */
export function createSleeper(leave: () => void): Sleeper {
  let isOver = false;
  let isWoken = false;
  let resume: (() => void) | undefined;
  return {
    get isOver() {
      return isOver;
    },
    wake() {
      isWoken = true;
      resume?.();
    },
    async news(ms) {
      if (!isOver && !isWoken) {
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
      if (isOver) return;
      isOver = true;
      leave();
      resume?.();
    },
  };
}
