import { ApiError } from '../../platform/api-error.ts';

/** Maximum number of rehearsals of a server at once; each takes a thread. */
const MAX_CONCURRENT = 2;
/** Maximum number of users who wait for their turn. */
const MAX_WAITING = 50;

/** The place of one rehearsal. Disposing of it cancels the rehearsal, if it is not over. */
export type Slot = Disposable & {
  /** Its reason is an `ApiError` when something else ended the rehearsal. */
  readonly signal: AbortSignal;
  /** Resolves when its turn has come. Rejects when it was ended before. */
  readonly ready: Promise<void>;
  /** Cancels the rehearsal with this reason. */
  end(reason?: ApiError): void;
};

type Place = { readonly slot: Slot; start(): void };

const replaced = () =>
  new ApiError('too_many_requests', {
    detail: 'A newer rehearsal of the same person replaced this one.',
    headers: { 'Retry-After': '2' },
    limit: 'rehearsals',
  });

const full = () =>
  new ApiError('unavailable', { detail: 'Too many rehearsals are running. Try again in a moment.' });

/** Gives each user one rehearsal at a time, and the server a few. Users who have none yet wait in turn. */
export function createSlots(maxConcurrent = MAX_CONCURRENT, maxWaiting = MAX_WAITING) {
  const running = new Map<string, Place>();
  const waiting = new Map<string, Place>();

  function admit(): void {
    for (const [userId, place] of waiting) {
      if (running.size >= maxConcurrent) return;
      waiting.delete(userId);
      running.set(userId, place);
      place.start();
    }
  }

  function leave(userId: string, slot: Slot): void {
    for (const places of [running, waiting]) if (places.get(userId)?.slot === slot) places.delete(userId);
    admit();
  }

  return {
    /**
     * Takes a place for the user and cancels the rehearsal before with `too_many_requests`. One that waits passes its
     * turn on; one that runs does not, so that others are not kept waiting. Throws `unavailable` when too many wait.
     */
    take(userId: string): Slot {
      running.get(userId)?.slot.end(replaced());
      const earlier = waiting.get(userId);
      if (!earlier && waiting.size >= maxWaiting) throw full();
      const place = createPlace((slot) => leave(userId, slot));
      waiting.set(userId, place);
      earlier?.slot.end(replaced());
      admit();
      return place.slot;
    },
    /** Cancels all rehearsals, because the server stops. */
    close(): void {
      for (const { slot } of [...waiting.values(), ...running.values()])
        slot.end(new ApiError('unavailable'));
    },
  };
}

function createPlace(onEnd: (slot: Slot) => void): Place {
  const controller = new AbortController();
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  // A slot that was ended need not be awaited.
  ready.catch(() => undefined);
  const end = (reason?: ApiError) => {
    controller.abort(reason);
    reject(controller.signal.reason);
    onEnd(slot);
  };
  const slot: Slot = { signal: controller.signal, ready, end, [Symbol.dispose]: () => end() };
  return { slot, start: resolve };
}

/** Returns why a rehearsal failed, or who cancelled it. */
export const reasonOf = ({ signal }: Slot, error: unknown): unknown =>
  signal.reason instanceof ApiError ? signal.reason : error;
