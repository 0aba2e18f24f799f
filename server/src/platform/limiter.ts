import { Problem } from './problem.ts';

type Limits = {
  atOnce: number;
  maxWaiting: number;
  maxWaitingPerKey: number;
  /** Of one account, from wherever it comes; the same as of one key by default. */
  maxWaitingPerAccount?: number;
};

/** Who asks for a place: those with the same key share its turns. */
type Entrant = { key: string; account?: string | undefined };

/**
 * Runs work when its turn has come. Throws `unavailable` when too much waits in all or of one key, and
 * `too_many_requests` when too much waits of one account.
 */
export type Limiter = <T>(entrant: string | Entrant, work: () => Promise<T>) => Promise<T>;

type Waiting = Entrant & { start: () => void; refuse: (problem: Problem) => void };

/** A semaphore whose queue is served round robin by key; a full queue drops the newest of its longest key. */
export function createLimiter(limits: Limits): Limiter {
  const queue = createFairQueue();
  const perAccount = new Map<string, number>();
  const maxPerAccount = limits.maxWaitingPerAccount ?? limits.maxWaitingPerKey;
  let running = 0;

  function leaveQueue({ account }: Waiting): void {
    if (account === undefined) return;
    const left = (perAccount.get(account) ?? 1) - 1;
    if (left === 0) perAccount.delete(account);
    else perAccount.set(account, left);
  }

  /** Throws when there is no room for one more. */
  function makeRoom({ key, account }: Entrant): void {
    if (account !== undefined && (perAccount.get(account) ?? 0) >= maxPerAccount)
      throw refusal('too_many_requests');
    if (queue.lengthOf(key) >= limits.maxWaitingPerKey) throw refusal('unavailable');
    if (queue.size() < limits.maxWaiting) return;
    const dropped = queue.dropLongerThan(queue.lengthOf(key) + 1);
    if (!dropped) throw refusal('unavailable');
    leaveQueue(dropped);
    dropped.refuse(refusal('unavailable'));
  }

  async function enter(entrant: Entrant): Promise<void> {
    if (running < limits.atOnce) {
      running += 1;
      return;
    }
    makeRoom(entrant);
    const { account } = entrant;
    if (account !== undefined) perAccount.set(account, (perAccount.get(account) ?? 0) + 1);
    await new Promise<void>((start, refuse) => queue.add({ ...entrant, start, refuse }));
  }

  function leave(): void {
    const next = queue.take();
    if (!next) {
      running -= 1;
      return;
    }
    leaveQueue(next);
    next.start();
  }

  return async (entrant, work) => {
    await enter(typeof entrant === 'string' ? { key: entrant } : entrant);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

const refusal = (kind: 'unavailable' | 'too_many_requests') =>
  new Problem(kind, { headers: { 'Retry-After': '2' } });

/** The key whose turn is next comes first in the map. */
function createFairQueue() {
  const keys = new Map<string, Waiting[]>();
  let size = 0;

  return {
    size: () => size,
    lengthOf: (key: string): number => keys.get(key)?.length ?? 0,
    add(waiting: Waiting): void {
      size += 1;
      const others = keys.get(waiting.key);
      if (others) others.push(waiting);
      else keys.set(waiting.key, [waiting]);
    },
    take(): Waiting | undefined {
      for (const [key, [first, ...others]] of keys) {
        keys.delete(key);
        if (others.length > 0) keys.set(key, others);
        size -= 1;
        return first;
      }
      return undefined;
    },
    /** Takes out the newest of the longest key, if more than `length` of it wait. */
    dropLongerThan(length: number): Waiting | undefined {
      let longest: Waiting[] = [];
      for (const waiting of keys.values()) if (waiting.length > longest.length) longest = waiting;
      if (longest.length <= length) return undefined;
      size -= 1;
      return longest.pop();
    },
  };
}
