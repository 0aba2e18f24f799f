import type { Clock } from './clock.ts';

const FREE_FAILURES = 100;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 15 * 60_000;
/** At the longest wait, 96 tries a day are possible: forgetting 100 failures after a day without one gives no more. */
const FORGOTTEN_AFTER_MS = 24 * 3600_000;
/** About 20 MB. Beyond it the key whose last failure is the longest ago is forgotten. */
const MAX_KEYS = 100_000;

type Streak = { failures: number; last: number; until: number };

/**
 * Lets every key fail 100 times in a row, and then makes each further try wait, twice as long each time. It lives in
 * memory: a restart forgets it.
 */
export function createBackoff(clock: Clock) {
  const streaks = new Map<string, Streak>();

  function streakOf(key: string): Streak | undefined {
    const streak = streaks.get(key);
    return streak && clock.monotonic() - streak.last < FORGOTTEN_AFTER_MS ? streak : undefined;
  }

  /** Stores it as the newest. */
  function set(key: string, failures: number): void {
    const now = clock.monotonic();
    streaks.delete(key);
    streaks.set(key, { failures, last: now, until: now + waitAfter(failures) });
    const [oldest] = streaks.keys();
    if (streaks.size > MAX_KEYS && oldest !== undefined) streaks.delete(oldest);
  }

  return {
    /** Returns how long the next try has to wait; 0 when it has not. */
    waitMs: (key: string): number => Math.max(0, (streakOf(key)?.until ?? 0) - clock.monotonic()),
    /** Makes others wait while this try is under way, so that many at once are one. */
    begin(key: string): void {
      const streak = streakOf(key);
      if (streak) streak.until = clock.monotonic() + waitAfter(streak.failures);
    },
    failed: (key: string): void => set(key, (streakOf(key)?.failures ?? 0) + 1),
    succeeded(key: string): void {
      streaks.delete(key);
    },
  };
}

function waitAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - FREE_FAILURES));
}
