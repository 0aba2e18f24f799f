/** A window of a strict limit, as all servers know it. `end` is wall time, ms. */
export type SharedWindow = { readonly id: string; readonly points: number; readonly end: number };

/** A key of a limit whose window this server may have to learn. */
export type Learning = { readonly id: string; learn(window: SharedWindow): void };

/**
 * The windows of strict limits, which all servers of a database count together: with a count of its own, each further
 * server would give an attacker as many guesses again.
 */
export type SharedWindows = {
  /** Tells each key what other servers have counted. */
  learn(keys: readonly Learning[]): Promise<void>;
  /** Adds points to a window, which begins with them and ends then unless it has begun. Does not wait. */
  add(window: SharedWindow): void;
  /** Replaces a window, or ends it with 0 points. Does not wait. */
  set(window: SharedWindow): void;
  /** Waits until all of it is stored. */
  flush(): Promise<void>;
};

/** For one server: what it counts itself is all there is. */
export const unsharedWindows: SharedWindows = {
  learn: () => Promise.resolve(),
  add() {},
  set() {},
  flush: () => Promise.resolve(),
};
