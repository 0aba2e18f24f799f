import type { Clock } from './clock.ts';

const FREE_FAILURES = 100;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 15 * 60_000;
/**
 * How long after its last failure a key is forgotten. At the longest wait 96 tries a day are possible, so
 * forgetting 100 failures after a day without one gains an attacker nothing.
 */
const FORGOTTEN_AFTER_MS = 24 * 3600_000;
/** Maximum number of keys, about 20 MB. Beyond it the key with the oldest last failure is forgotten. */
const MAX_KEYS = 100_000;

type Streak = { failures: number; last: number; until: number };

/**
 * Creates an exponential backoff. Every key may fail 100 times in a row; then each further try waits twice as
 * long as the one before. The state is in memory: a restart clears it.
 */
export function createBackoff(clock: Clock) {
  const streaks = new Map<string, Streak>();

  function streakOf(key: string): Streak | undefined {
    const streak = streaks.get(key);
    return streak && clock.monotonic() - streak.last < FORGOTTEN_AFTER_MS ? streak : undefined;
  }

  /** Stores the failures and moves the key to the end of the map, as the newest. */
  function set(key: string, failures: number): void {
    const now = clock.monotonic();
    streaks.delete(key);
    streaks.set(key, { failures, last: now, until: now + waitAfter(failures) });
    const [oldest] = streaks.keys();
    if (streaks.size > MAX_KEYS && oldest !== undefined) streaks.delete(oldest);
  }

  return {
    /** Returns how long the next try must wait; 0 when it may start now. */
    waitMs: (key: string): number => Math.max(0, (streakOf(key)?.until ?? 0) - clock.monotonic()),
    /** Makes other tries wait while this one is in progress, so that parallel tries count as one. */
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
