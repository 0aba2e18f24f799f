import type { Clock } from './clock.ts';

/**
 * How long a client may take to reconnect: managers try every two seconds (manager-sdk 4), devices every few.
 */
const RECONNECT_MS = 5_000;

/** Which clients are connected to other servers. */
export type ClientsElsewhere = {
  of(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Tells the other servers that a client connected to this one, or left it. */
  changed(id: string, isHere: boolean): void;
};

const NONE: Promise<ReadonlySet<string>> = Promise.resolve(new Set());

/** Counts the live connections of each principal in this process, and asks for those to other servers. */
export type ConnectedClients = ReturnType<typeof createConnectedClients>;

export function createConnectedClients(clock: Pick<Clock, 'monotonic'>, clientsElsewhere?: ClientsElsewhere) {
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
      if (!counts.has(id)) clientsElsewhere?.changed(id, true);
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
      clientsElsewhere?.changed(id, false);
      changed.add(id);
      endings.delete(id);
      endings.set(id, clock.monotonic());
    },
    /** Tells the other servers again who is connected here. */
    tellAgain(): void {
      for (const id of counts.keys()) clientsElsewhere?.changed(id, true);
    },
    /** Returns the principals that connected or disconnected since the last call. */
    takeChanged(): ReadonlySet<string> {
      const taken = changed;
      changed = new Set();
      return taken;
    },
    has: (id: string): boolean => counts.has(id),
    /** Returns which of the principals are connected to other servers but not to this one. */
    elsewhere(ids: readonly string[]): Promise<ReadonlySet<string>> {
      const absent = clientsElsewhere ? ids.filter((id) => !counts.has(id)) : [];
      return clientsElsewhere && absent.length > 0 ? clientsElsewhere.of(absent) : NONE;
    },
    /** Returns whether the principal is connected, or was a moment ago and may be about to reconnect. */
    isExpected: (id: string): boolean =>
      counts.has(id) || (endings.get(id) ?? Number.NEGATIVE_INFINITY) > clock.monotonic() - RECONNECT_MS,
  };
}
