import { Problem } from '../../platform/problem.ts';

/** Maximum number of rehearsals of a server at once; each takes a thread. */
const MAX_CONCURRENT = 2;

/** The place of one rehearsal. Disposing of it cancels the rehearsal, if it is not over. */
export type Slot = Disposable & {
  /** Its reason is a `Problem` when something else ended the rehearsal. */
  readonly signal: AbortSignal;
  /** Cancels the rehearsal with this reason. */
  end(reason: Problem): void;
};

const replaced = () =>
  new Problem('too_many_requests', {
    detail: 'A newer rehearsal of the same person replaced this one.',
    headers: { 'Retry-After': '2' },
    limit: 'rehearsals',
  });

const full = () =>
  new Problem('unavailable', { detail: 'Too many rehearsals are running. Try again in a moment.' });

/** Gives each user one rehearsal at a time, and the server a few. */
export function createSlots(maxConcurrent = MAX_CONCURRENT) {
  const slots = new Map<string, Slot>();
  return {
    /**
     * Takes the user's place and cancels its rehearsal before with `too_many_requests`. Throws `unavailable` when the
     * server has no place.
     */
    take(userId: string): Slot {
      const earlier = slots.get(userId);
      if (!earlier && slots.size >= maxConcurrent) throw full();
      earlier?.end(replaced());
      const controller = new AbortController();
      const end = (reason?: Problem) => {
        controller.abort(reason);
        if (slots.get(userId) === slot) slots.delete(userId);
      };
      const slot: Slot = { signal: controller.signal, end, [Symbol.dispose]: () => end() };
      slots.set(userId, slot);
      return slot;
    },
    /** Cancels all rehearsals, because the server stops. */
    close(): void {
      for (const slot of slots.values()) slot.end(new Problem('unavailable'));
    },
  };
}

/** Returns why a rehearsal failed: for one that was cancelled, what cancelled it. */
export const reasonOf = ({ signal }: Slot, error: unknown): unknown =>
  signal.reason instanceof Problem ? signal.reason : error;
