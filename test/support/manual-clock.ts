import type { Clock } from '@azulejo/server';

/** Time that stands still until it is turned. Starts at the real time, so that certificates and cookies make sense. */
export type ManualClock = Clock & {
  advance(duration: { seconds?: number; minutes?: number; days?: number }): void;
};

export function manualClock(): ManualClock {
  let now = Date.now();
  return {
    now: () => now,
    advance({ seconds = 0, minutes = 0, days = 0 }) {
      now += ((days * 24 * 60 + minutes) * 60 + seconds) * 1000;
    },
  };
}
