import { Problem } from './problem.ts';

type Limits = { atOnce: number; maxWaiting: number; maxWaitingPerKey: number };

/** Runs work when its turn has come; throws `unavailable` when too much of it waits, in all or of one key. */
export type Gate = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** First come, first served. */
export function createGate({ atOnce, maxWaiting, maxWaitingPerKey }: Limits): Gate {
  const waiting: { key: string; start: () => void }[] = [];
  const perKey = new Map<string, number>();
  let running = 0;

  const enter = (key: string) =>
    new Promise<void>((start) => {
      if (running < atOnce) {
        running += 1;
        start();
      } else {
        perKey.set(key, (perKey.get(key) ?? 0) + 1);
        waiting.push({ key, start });
      }
    });

  const leave = () => {
    const next = waiting.shift();
    if (!next) {
      running -= 1;
      return;
    }
    const left = (perKey.get(next.key) ?? 1) - 1;
    if (left === 0) perKey.delete(next.key);
    else perKey.set(next.key, left);
    next.start();
  };

  return async (key, work) => {
    if (waiting.length >= maxWaiting || (perKey.get(key) ?? 0) >= maxWaitingPerKey) {
      throw new Problem('unavailable', { headers: { 'Retry-After': '2' } });
    }
    await enter(key);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
