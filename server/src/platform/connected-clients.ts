import type { Clock } from './clock.ts';

/**
 * How long a client may take to reconnect: managers try every two seconds (manager-sdk 4), devices every few.
 */
const RECONNECT_MS = 5_000;

/** Counts the live connections of each principal in this process. */
export type ConnectedClients = ReturnType<typeof createConnectedClients>;

export function createConnectedClients(clock: Pick<Clock, 'monotonic'>) {
  const counts = new Map<string, number>();
  /** When the last connection of each principal ended, in that order. */
  const endings = new Map<string, number>();
  /** The principals that connected or disconnected since `takeChanged`. */
  let changed = new Set<string>();

  function forgetOldEndings(): void {
    const end = clock.monotonic() - RECONNECT_MS;
    for (const [id, at] of endings) {
      if (at > end) return;
      endings.delete(id);
    }
  }

  return {
    add(id: string): void {
      counts.set(id, (counts.get(id) ?? 0) + 1);
      changed.add(id);
      endings.delete(id);
    },
    remove(id: string): void {
      forgetOldEndings();
      const remaining = (counts.get(id) ?? 0) - 1;
      if (remaining > 0) {
        counts.set(id, remaining);
        return;
      }
      counts.delete(id);
      changed.add(id);
      endings.delete(id);
      endings.set(id, clock.monotonic());
    },
    /** Returns the principals that connected or disconnected since the last call. */
    takeChanged(): ReadonlySet<string> {
      const taken = changed;
      changed = new Set();
      return taken;
    },
    has: (id: string): boolean => counts.has(id),
    /** Returns whether the principal is connected, or was a moment ago and may be about to reconnect. */
    isExpected: (id: string): boolean =>
      counts.has(id) || (endings.get(id) ?? Number.NEGATIVE_INFINITY) > clock.monotonic() - RECONNECT_MS,
  };
}
