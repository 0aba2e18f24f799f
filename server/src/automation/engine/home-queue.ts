import type { Clock } from '../../platform/clock.ts';

/** Homes by user, with the time since which they wait. */
type Waiting = Map<string, number>;

/**
 * Queues the homes whose logs have something to process:
 * 1. A home with automations is followed; it is pending when something happens in it.
 * 2. The runner takes pending homes in the order in which they became pending.
 * 3. A home with more to process becomes pending again. One that failed is retried later, alone.
 * Homes that were behind at the start are a backlog, which is processed after pending ones. An id takes some
 * hundred bytes.
 */
export function createHomeQueue({ monotonic }: Pick<Clock, 'monotonic'>) {
  const users = new Set<string>();
  const pending: Waiting = new Map();
  const taken: Waiting = new Map();
  const retries: Waiting = new Map();
  const backlog: Waiting = new Map();
  const stale = new Set<string>();
  const alone = new Set<string>();

  /** Makes a home pending. Returns whether it is followed. */
  function add(userId: string): boolean {
    const isFollowed = users.has(userId);
    if (isFollowed) addSince(pending, userId, backlog.get(userId) ?? monotonic());
    backlog.delete(userId);
    return isFollowed;
  }

  return {
    add,
    size: () => users.size,
    /** Returns for how many milliseconds some home has been waiting; 0 when none is. */
    waitingMs: () => longest([pending, taken, retries, backlog], monotonic()),
    /** Follows a home, and makes it pending. */
    follow: (userId: string): void => {
      users.add(userId);
      add(userId);
    },
    /** Follows a home at the start. Its log is read when something happens, or soon if it is behind. */
    resume: (userId: string, isBehind: boolean): void => {
      users.add(userId);
      if (isBehind) addSince(backlog, userId, monotonic());
    },
    /** Makes at most `limit` homes of the backlog pending. Returns whether there were any. */
    addFromBacklog: (limit: number): boolean => {
      const next = [...backlog.keys().take(limit)];
      next.forEach(add);
      return next.length > 0;
    },
    /** Stops following a home that was taken, unless it is pending again. */
    remove: (userId: string): void => {
      if (pending.has(userId)) return;
      for (const each of [users, taken, retries, backlog, alone]) each.delete(userId);
    },
    /** Stops following the homes for which this is true, and returns them. */
    forget: (isLost: (userId: string) => boolean): string[] => {
      const lost = [...users].filter(isLost);
      for (const userId of lost)
        for (const each of [users, pending, taken, retries, backlog, alone, stale]) each.delete(userId);
      return lost;
    },
    /** Makes a home pending whose user may no longer be active, so that it is loaded again. */
    addStale: (userId: string): void => {
      if (add(userId)) stale.add(userId);
    },
    /** Returns whether the home must be loaded again, once. */
    takeStale: (userId: string): boolean => stale.delete(userId),
    ...createTaking({ users, pending, taken, retries, alone, monotonic }),
  };
}

export type HomeQueue = ReturnType<typeof createHomeQueue>;

type Lists = {
  users: ReadonlySet<string>;
  pending: Waiting;
  taken: Waiting;
  retries: Waiting;
  /** Homes that failed. Each is processed alone, so that a broken home does not stop the others. */
  alone: Set<string>;
};

function createTaking({
  users,
  pending,
  taken,
  retries,
  alone,
  monotonic,
}: Lists & Pick<Clock, 'monotonic'>) {
  return {
    /** Takes at most `limit` pending homes. Homes that were taken before are done. */
    take: (limit: number): string[] => {
      taken.clear();
      for (const [userId, since] of pending.entries().take(limit)) {
        const isAlone = alone.has(userId);
        if (isAlone && taken.size > 0) break;
        taken.set(userId, since);
        if (isAlone) break;
      }
      for (const userId of taken.keys()) {
        pending.delete(userId);
        alone.delete(userId);
      }
      return [...taken.keys()];
    },
    /** Makes a taken home pending again, because it has more to process. */
    addRest: (userId: string): void => {
      if (users.has(userId)) addSince(pending, userId, taken.get(userId) ?? monotonic());
    },
    /** Retries a taken home, alone, after the next `releaseRetries`. */
    retry: (userId: string): void => {
      if (!users.has(userId)) return;
      addSince(retries, userId, taken.get(userId) ?? monotonic());
      alone.add(userId);
    },
    /** Makes the homes that are to be retried pending. */
    releaseRetries: (): void => {
      for (const [userId, since] of retries) addSince(pending, userId, since);
      retries.clear();
    },
  };
}

/** Adds a home with the earlier one of two times. */
function addSince(list: Waiting, userId: string, since: number): void {
  list.set(userId, Math.min(since, list.get(userId) ?? since));
}

function longest(lists: readonly Waiting[], now: number): number {
  let first = now;
  for (const list of lists) for (const since of list.values()) first = Math.min(first, since);
  return now - first;
}
