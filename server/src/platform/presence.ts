import type { Clock } from './clock.ts';

/** How long a lost connection may take to come back: managers try every two seconds (manager-sdk 4), devices every few. */
const RECONNECT_MS = 5_000;

/** How many live connections each principal has in this process. */
export type Presence = ReturnType<typeof createPresence>;

export function createPresence(clock: Pick<Clock, 'monotonic'>) {
  const counts = new Map<string, number>();
  /** When the last connection of a principal ended, the earliest first. */
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
    /** Whether it is connected, or was a moment ago, so that it may be about to come back. */
    isExpected: (id: string): boolean =>
      counts.has(id) || (endings.get(id) ?? Number.NEGATIVE_INFINITY) > clock.monotonic() - RECONNECT_MS,
  };
}
