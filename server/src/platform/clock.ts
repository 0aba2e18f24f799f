/** The clock port: tests advance it, and fire its timers, by hand instead of sleeping. */
export type Clock = {
  /** Returns milliseconds since 1970, for stored or shown times. It jumps when the machine's clock is set. */
  now(): number;
  /**
   * Returns monotonic milliseconds since an arbitrary moment of this process, for deadlines, limits and
   * durations in memory. They are never stored, because they mean nothing to the next process.
   */
  monotonic(): number;
  /**
   * Calls `run` once, after `ms` of monotonic time. Disposing of the timer cancels it. A timer does not keep the
   * process running.
   */
  setTimer(ms: number, run: () => void): Disposable;
};

/** The part of the clock that deadlines and intervals in memory need. */
export type Timers = Pick<Clock, 'monotonic' | 'setTimer'>;

/**
 * How far a stored time may be in the future. A time further ahead was stamped while the machine's clock was
 * wrong and is ignored: later entries are stamped with the current time.
 */
export const MAX_AHEAD_MS = 60_000;

/** Resolves after `ms`. */
export function sleep(timers: Pick<Clock, 'setTimer'>, ms: number): Promise<void> {
  return new Promise((resolve) => void timers.setTimer(ms, resolve));
}

/** Calls `run` every `ms`, until disposed of. */
export function tickEvery(timers: Pick<Clock, 'setTimer'>, ms: number, run: () => void): Disposable {
  let timer = timers.setTimer(ms, tick);
  function tick(): void {
    timer = timers.setTimer(ms, tick);
    run();
  }
  return { [Symbol.dispose]: () => timer[Symbol.dispose]() };
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimer: (ms, run) => setTimeout(run, ms).unref(),
};
