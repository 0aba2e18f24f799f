import type { Clock } from '../../platform/clock.ts';

/**
 * The users who have agents, and those whose homes have something to process, with the time since which they wait for
 * it. An id takes some hundred bytes.
 */
export function createFollowed({ monotonic }: Pick<Clock, 'monotonic'>) {
  const users = new Set<string>();
  const marked = new Map<string, number>();
  const reading = new Map<string, number>();
  const later = new Map<string, number>();

  /** Keeps the earlier time. */
  function note(list: Map<string, number>, userId: string, since: number): void {
    list.set(userId, Math.min(since, list.get(userId) ?? since));
  }

  return {
    size: () => users.size,
    /** Returns how many homes have something to process. */
    waiting: () => marked.size + later.size,
    follow: (userId: string): void => {
      users.add(userId);
      note(marked, userId, monotonic());
    },
    forget: (userId: string): void => {
      users.delete(userId);
      for (const each of [marked, reading, later]) each.delete(userId);
    },
    /** Notes that a home has something to process. Returns whether it has agents. */
    mark: (userId: string): boolean => {
      const has = users.has(userId);
      if (has) note(marked, userId, monotonic());
      return has;
    },
    /** Notes that a home that was taken has more to process. */
    markRest: (userId: string): void => {
      if (users.has(userId)) note(marked, userId, reading.get(userId) ?? monotonic());
    },
    /** Notes that a home that was taken is to be processed again, but not at once. */
    retry: (userId: string): void => {
      if (users.has(userId)) note(later, userId, reading.get(userId) ?? monotonic());
    },
    /** Makes what was to be processed again due. */
    release: (): void => {
      for (const [userId, since] of later) note(marked, userId, since);
      later.clear();
    },
    /** Takes homes that have something to process, at most `limit`. What was taken before is done. */
    take: (limit: number): string[] => {
      reading.clear();
      for (const [userId, since] of marked.entries().take(limit)) {
        reading.set(userId, since);
        marked.delete(userId);
      }
      return [...reading.keys()];
    },
    /** Returns how long some home has been waiting, in milliseconds; 0 when none is. */
    waitingMs(): number {
      const now = monotonic();
      let longest = 0;
      for (const list of [marked, reading, later])
        for (const since of list.values()) longest = Math.max(longest, now - since);
      return longest;
    },
  };
}
