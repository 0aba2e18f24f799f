import { Problem } from '../../platform/problem.ts';

/** Maximum number of rehearsals of a server at once; each takes a thread. */
const MAX_AT_ONCE = 4;

/** The place of one rehearsal. Disposing of it cancels the rehearsal, if it is not over. */
export type Slot = Disposable & { readonly signal: AbortSignal };

/** Gives each user one rehearsal at a time, and the server a few. */
export function createSlots(maxAtOnce = MAX_AT_ONCE) {
  const slots = new Map<string, Slot>();
  return {
    /** Takes the user's place and cancels its rehearsal before. Throws `unavailable` when the server has no place. */
    take(userId: string): Slot {
      const earlier = slots.get(userId);
      if (!earlier && slots.size >= maxAtOnce)
        throw new Problem('unavailable', { headers: { 'Retry-After': '2' } });
      earlier?.[Symbol.dispose]();
      const controller = new AbortController();
      const slot: Slot = {
        signal: controller.signal,
        [Symbol.dispose]() {
          controller.abort();
          if (slots.get(userId) === slot) slots.delete(userId);
        },
      };
      slots.set(userId, slot);
      return slot;
    },
    /** Cancels all. */
    close(): void {
      for (const slot of slots.values()) slot[Symbol.dispose]();
    },
  };
}
