/** Time as a port: tests turn it by hand instead of sleeping. */
export type Clock = {
  /** Milliseconds since 1970, for what is stored or shown. It jumps when somebody, or NTP, sets the machine's clock. */
  now(): number;
  /**
   * Milliseconds since some moment of this process, which only ever grow: for deadlines, limits and durations that live in
   * memory. Never stored, since it means nothing to the next process.
   */
  monotonic(): number;
};

/**
 * A stored time further ahead of now than this was stamped while the machine's clock was wrong. It is not believed: what
 * comes later is stamped with the time that it is.
 */
export const MAX_AHEAD_MS = 60_000;

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
