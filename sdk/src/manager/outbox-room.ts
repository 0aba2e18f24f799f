import { AzulejoError } from '../errors.ts';
import { withResolvers } from '../with-resolvers.ts';
import type { Entry } from './outbox-queue.ts';

type Waiter = {
  readonly entry: Entry;
  readonly enter: () => void;
  readonly fail: (error: AzulejoError) => void;
};

/** The maximum number of waiting callers. More would only move the full outbox into their own memory. */
const MAX_WAITING = 1_000;

/** Lets callers wait for room in a full outbox, in the order in which they came, and for an empty one. */
export function createRoom(fits: (entry: Entry) => boolean, isEmpty: () => boolean) {
  const waiting = new Set<Waiter>();
  const untilEmpty = new Set<() => void>();
  let ended: AzulejoError | undefined;

  function freed(): void {
    for (const waiter of waiting) {
      if (!fits(waiter.entry)) break;
      waiting.delete(waiter);
      waiter.enter();
    }
    if (isEmpty()) for (const resolve of untilEmpty) resolve();
  }

  return {
    waiting: () => waiting.size,
    freed,
    /**
     * Calls `enter` as soon as the entry fits: immediately if possible. Rejects with `OutboxFull` after
     * `timeoutMs`, or when too many others wait.
     */
    take: async (entry: Entry, timeoutMs: number, enter: () => void): Promise<void> => {
      if (ended) throw ended;
      if (waiting.size === 0 && fits(entry)) return enter();
      if (waiting.size >= MAX_WAITING) throw full(`${MAX_WAITING} reports wait already`);
      const { promise, resolve, reject } = withResolvers<void>();
      const waiter: Waiter = { entry, fail: reject, enter: () => resolve(enter()) };
      waiting.add(waiter);
      const timer = setTimeout(() => {
        waiting.delete(waiter);
        reject(full(`no room within ${timeoutMs} ms`));
        freed();
      }, timeoutMs);
      await promise.finally(() => clearTimeout(timer));
    },
    empty: async (timeoutMs: number): Promise<void> => {
      if (isEmpty()) return;
      if (ended) throw ended;
      const { promise, resolve, reject } = withResolvers<void>();
      untilEmpty.add(resolve);
      const timer = setTimeout(() => reject(notEmpty(timeoutMs)), timeoutMs);
      await promise.finally(() => {
        clearTimeout(timer);
        untilEmpty.delete(resolve);
      });
    },
    close: (error: AzulejoError): void => {
      ended = error;
      for (const waiter of waiting) waiter.fail(error);
      waiting.clear();
    },
  };
}

const full = (why: string) => new AzulejoError('OutboxFull', `The outbox is full: ${why}.`);

const notEmpty = (timeoutMs: number) =>
  new AzulejoError('TimedOut', `The outbox is not empty after ${timeoutMs} ms.`);
