import type { Clock } from '../../platform/clock.ts';

/** Homes by user, with the time since which they wait. */
type Waiting = Map<string, number>;

/**
 * The users who have agents, and those whose homes have something to process, with the time since which they wait for
 * it. An id takes some hundred bytes.
 */
export function createFollowed({ monotonic }: Pick<Clock, 'monotonic'>) {
  const users = new Set<string>();
  const marked: Waiting = new Map();
  const reading: Waiting = new Map();
  const later: Waiting = new Map();
  /** Homes that were behind at the start. Those in which something happens now come before them. */
  const backlog: Waiting = new Map();
  const doubted = new Set<string>();
  const alone = new Set<string>();

  /** Notes that a home has something to process. Returns whether it has agents. */
  function mark(userId: string): boolean {
    const has = users.has(userId);
    if (has) note(marked, userId, backlog.get(userId) ?? monotonic());
    backlog.delete(userId);
    return has;
  }

  return {
    mark,
    size: () => users.size,
    /** Returns how long some home has been waiting, in milliseconds; 0 when none is. */
    waitingMs: () => longest([marked, reading, later, backlog], monotonic()),
    follow: (userId: string): void => {
      users.add(userId);
      mark(userId);
    },
    /** Follows a home at the start. Its log is read when something happens, or soon if it is behind. */
    resume: (userId: string, isBehind: boolean): void => {
      users.add(userId);
      if (isBehind) note(backlog, userId, monotonic());
    },
    /** Marks homes that were behind at the start, at most `limit`. Returns whether there were any. */
    catchUp: (limit: number): boolean => {
      const next = [...backlog.keys().take(limit)];
      next.forEach(mark);
      return next.length > 0;
    },
    /** Forgets a home that was taken, unless something happened since then. */
    forget: (userId: string): void => {
      if (marked.has(userId)) return;
      for (const each of [users, reading, later, backlog, alone]) each.delete(userId);
    },
    /** Notes that a user may no longer be active, which is looked at before the home is processed again. */
    doubt: (userId: string): void => {
      if (mark(userId)) doubted.add(userId);
    },
    /** Returns whether it is to be looked at. */
    takeDoubt: (userId: string): boolean => doubted.delete(userId),
    ...createTaken({ users, marked, reading, later, alone, monotonic }),
  };
}

type Lists = {
  users: ReadonlySet<string>;
  marked: Waiting;
  reading: Waiting;
  later: Waiting;
  /** Homes that were taken and failed, which are taken alone: one that cannot be processed must not stop the others. */
  alone: Set<string>;
};

/** Takes homes, and notes what is left to do in those that were taken. */
function createTaken({ users, marked, reading, later, alone, monotonic }: Lists & Pick<Clock, 'monotonic'>) {
  return {
    /** Notes that a home that was taken has more to process. */
    markRest: (userId: string): void => {
      if (users.has(userId)) note(marked, userId, reading.get(userId) ?? monotonic());
    },
    /** Notes that a home that was taken is to be processed again, alone, but not at once. */
    retry: (userId: string): void => {
      if (!users.has(userId)) return;
      note(later, userId, reading.get(userId) ?? monotonic());
      alone.add(userId);
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
        const isAlone = alone.has(userId);
        if (isAlone && reading.size > 0) break;
        reading.set(userId, since);
        if (isAlone) break;
      }
      for (const userId of reading.keys()) {
        marked.delete(userId);
        alone.delete(userId);
      }
      return [...reading.keys()];
    },
  };
}

/** Keeps the earlier time. */
function note(list: Waiting, userId: string, since: number): void {
  list.set(userId, Math.min(since, list.get(userId) ?? since));
}

function longest(lists: readonly Waiting[], now: number): number {
  let first = now;
  for (const list of lists) for (const since of list.values()) first = Math.min(first, since);
  return now - first;
}
