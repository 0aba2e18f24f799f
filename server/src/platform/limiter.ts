import { ApiError } from './api-error.ts';

type Limits = {
  maxConcurrent: number;
  maxWaiting: number;
  maxWaitingPerKey: number;
  /** Maximum per account over all keys. Defaults to `maxWaitingPerKey`. */
  maxWaitingPerAccount?: number;
};

/** The caller of a limiter. Callers with the same key share its turns. */
type Entrant = { key: string; account?: string };

/**
 * Runs work when its turn has come. Throws `unavailable` when too many wait in total or for one key, and
 * `too_many_requests` when too many wait for one account.
 */
export type Limiter = <T>(entrant: string | Entrant, work: () => Promise<T>) => Promise<T>;

type Waiting = Entrant & { start: () => void; refuse: (problem: ApiError) => void };

/**
 * Creates a semaphore whose queue is served round robin by key. A full queue drops the newest entry of the
 * key that has the most.
 */
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

  /** Makes room for one more entry. Throws when there is none. */
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
    if (running < limits.maxConcurrent) {
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
  new ApiError(kind, { headers: { 'Retry-After': '2' } });

/** Creates a round-robin queue. The first key in the map has the next turn. */
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
    /**
     * Removes and returns the newest entry of the longest key, if that key has more than `length` entries.
     */
    dropLongerThan(length: number): Waiting | undefined {
      let longest: Waiting[] = [];
      for (const waiting of keys.values()) if (waiting.length > longest.length) longest = waiting;
      if (longest.length <= length) return undefined;
      size -= 1;
      return longest.pop();
    },
  };
}
