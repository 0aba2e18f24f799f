/** The clock port: tests advance it by hand instead of sleeping. */
export type Clock = {
  /** Returns milliseconds since 1970, for stored or shown times. It jumps when the machine's clock is set. */
  now(): number;
  /**
   * Returns monotonic milliseconds since an arbitrary moment of this process, for deadlines, limits and
   * durations in memory. They are never stored, because they mean nothing to the next process.
   */
  monotonic(): number;
};

/**
 * How far a stored time may be in the future. A time further ahead was stamped while the machine's clock was
 * wrong and is ignored: later entries are stamped with the current time.
 */
export const MAX_AHEAD_MS = 60_000;

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
