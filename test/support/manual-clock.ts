import type { Clock } from '@azulejo/server';

type Duration = { seconds?: number; minutes?: number; days?: number };

/** A clock that stands still until a test moves it. It starts now, as certificates and cookies need. */
export type ManualClock = Clock & {
  /** Lets time pass. */
  advance(duration: Duration): void;
  /** Sets the machine's clock ahead, or back with a negative duration, while no time passes. */
  jump(duration: Duration): void;
};

export function manualClock(): ManualClock {
  let now = Date.now();
  let monotonic = 1_000;
  return {
    now: () => now,
    monotonic: () => monotonic,
    advance(duration) {
      now += toMs(duration);
      monotonic += toMs(duration);
    },
    jump(duration) {
      now += toMs(duration);
    },
  };
}

const toMs = ({ seconds = 0, minutes = 0, days = 0 }: Duration): number =>
  ((days * 24 * 60 + minutes) * 60 + seconds) * 1000;
