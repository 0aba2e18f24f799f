import os from 'node:os';

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
   * Returns for how many milliseconds in total this process did not run since it started, because the machine slept or
   * the process was stopped. `monotonic` may or may not count them.
   */
  asleep(): number;
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

const BEAT_MS = 1_000;
/** A longer pause between two beats is not one of a busy process. */
const STOPPED_MS = 30_000;

/**
 * Measures for how long this process did not run. A monotonic clock stops while the machine sleeps, which the machine's
 * uptime counts; it goes on while only the process is stopped, whose timers are late afterwards.
 */
function createSleepMeter(): () => number {
  const uptimeMs = () => os.uptime() * 1000 - performance.now();
  const first = uptimeMs();
  let [beat, stopped] = [performance.now(), 0];
  function listen(): void {
    const now = performance.now();
    if (now - beat >= STOPPED_MS) stopped += now - beat;
    beat = now;
  }
  setInterval(listen, BEAT_MS).unref();
  return () => {
    listen();
    return stopped + Math.max(0, uptimeMs() - first);
  };
}

let sleepMeter: (() => number) | undefined;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  asleep: () => {
    sleepMeter ??= createSleepMeter();
    return sleepMeter();
  },
  setTimer: (ms, run) => setTimeout(run, ms).unref(),
};
