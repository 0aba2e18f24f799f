import type { Clock } from './clock.ts';

/**
 * How long a client may take to reconnect: managers try every two seconds (manager-sdk 4), devices every few.
 */
const RECONNECT_MS = 5_000;

/** Counts the live connections of each principal in this process. */
export type Presence = ReturnType<typeof createPresence>;

export function createPresence(clock: Pick<Clock, 'monotonic'>) {
  const counts = new Map<string, number>();
  /** When the last connection of each principal ended, in that order. */
  const endings = new Map<string, number>();

  function forgetOldEndings(): void {
    const end = clock.monotonic() - RECONNECT_MS;
    for (const [id, at] of endings) {
      if (at > end) return;
      endings.delete(id);
    }
  }

  return {
    arrived(id: string): void {
      counts.set(id, (counts.get(id) ?? 0) + 1);
      endings.delete(id);
    },
    left(id: string): void {
      forgetOldEndings();
      const rest = (counts.get(id) ?? 0) - 1;
      if (rest > 0) {
        counts.set(id, rest);
        return;
      }
      counts.delete(id);
      endings.delete(id);
      endings.set(id, clock.monotonic());
    },
    isPresent: (id: string): boolean => counts.has(id),
    /** Returns whether the principal is connected, or was a moment ago and may be about to reconnect. */
    isExpected: (id: string): boolean =>
      counts.has(id) || (endings.get(id) ?? Number.NEGATIVE_INFINITY) > clock.monotonic() - RECONNECT_MS,
  };
}
