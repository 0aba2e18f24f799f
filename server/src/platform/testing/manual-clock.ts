import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../clock.ts';

type Duration = { ms?: number; seconds?: number; minutes?: number; days?: number };

/** A clock that only a test moves. It starts now, as certificates and cookies need. */
export type ManualClock = Clock & {
  /**
   * Lets time pass at once, then fires the timers that have become due, in their order. A job that would have
   * run many times meanwhile runs once.
   */
  advance(duration: Duration): void;
  /** Sets the machine's clock ahead, or back with a negative duration, while no time passes. */
  jump(duration: Duration): void;
  /** Suspends the machine: its clock goes on, its monotonic clock and its timers do not. */
  sleep(duration: Duration): void;
};

type Timer = Disposable & { readonly due: number; readonly run: () => void };

export function manualClock(): ManualClock {
  let now = Date.now();
  let monotonic = 1_000;
  let asleep = 0;
  const timers = new Set<Timer>();

  return {
    now: () => now,
    monotonic: () => monotonic,
    asleep: () => asleep,
    setTimer(ms, run) {
      const timer = { due: monotonic + ms, run, [Symbol.dispose]: () => void timers.delete(timer) };
      timers.add(timer);
      return timer;
    },
    advance(duration) {
      now += toMs(duration);
      monotonic += toMs(duration);
      const due = [...timers].filter((timer) => timer.due <= monotonic);
      for (const timer of due.sort((one, other) => one.due - other.due)) {
        // A timer that fired before may have cancelled this one.
        if (timers.delete(timer)) timer.run();
      }
    },
    jump(duration) {
      now += toMs(duration);
    },
    sleep(duration) {
      now += toMs(duration);
      asleep += toMs(duration);
    },
  };
}

/** Lets time pass in steps until the promise settles, for work that sets one timer after the other. */
export async function advanceUntil<T>(clock: ManualClock, promise: Promise<T>, step: Duration): Promise<T> {
  let isSettled = false;
  const settled = promise.finally(() => {
    isSettled = true;
  });
  while (!isSettled) {
    clock.advance(step);
    await setImmediate();
  }
  return settled;
}

const toMs = ({ ms = 0, seconds = 0, minutes = 0, days = 0 }: Duration): number =>
  ((days * 24 * 60 + minutes) * 60 + seconds) * 1000 + ms;
