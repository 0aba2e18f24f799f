import { setImmediate } from 'node:timers/promises';
import { StorageUnavailableError } from '@azulejo/storage';
import { currentTick } from '../../platform/coalesce-per-tick.ts';

/** Maximum entries per batch, which bounds how long the first one waits for the last. */
const BATCH = 500;
/** Maximum bytes that a batch stores, unless one entry alone stores more: its rows are built as one text. */
const MAX_BATCH_BYTES = 16 * 1024 * 1024;
/**
 * Maximum entries in the queue. When it is full `add` waits (backpressure): memory stays bounded, and sockets
 * are read more slowly.
 */
const MAX_WAITING = 5_000;

type Waiting<Entry, Outcome> = {
  readonly entry: Entry;
  /** The tick in which it arrived; before all others when there was no contact with the database. */
  readonly arrival: number;
  readonly done: PromiseWithResolvers<Outcome>;
};

export type Batcher<Entry, Outcome> = {
  /**
   * Resolves once the entry is in the queue; entries keep the order in which they were added. `done` settles
   * with the entry's outcome when its batch is finished. `arrival` is the tick in which it was read from the network: it
   * may have waited, also for the database, until it is added.
   */
  add(entry: Entry, arrival?: number): Promise<{ done: Promise<Outcome> }>;
  /** Waits until the queue is empty and the last batch is finished. */
  drain(): Promise<void>;
};

/** A side effect that runs after the commit: a message or notification. */
export type Effect = () => void;

/** The effects of a batch, and the outcomes of its entries in their order. */
export type Processed<Outcome> = {
  readonly effects: readonly Effect[];
  readonly outcomes: readonly Outcome[];
};

type Options<Entry, Outcome> = {
  /**
   * Processes a batch as a whole or not at all. Its effects run once and in order. An effect that throws is
   * reported and does not undo what is stored. The effects of the batch before may not have run yet:
   * `whileStoring` runs them, and is best called while the database is busy. It may be called again, and need not be.
   */
  work: (batch: readonly Entry[], whileStoring: () => void) => Promise<Processed<Outcome>>;
  /**
   * Whether a single entry caused the failure: it is then isolated by bisection, and the others are processed
   * without it.
   */
  isOfOne: (error: unknown) => boolean;
  onEffectFailed: (error: unknown) => void;
  /** Returns the epoch of the contact with the database: entries that arrived before it are rejected. */
  epoch: () => number | undefined;
  /** Whether an entry makes a batch alone, which begins after all effects of the one before. */
  isAlone: (entry: Entry) => boolean;
  /** Returns about how many bytes an entry stores. */
  bytesOf: (entry: Entry) => number;
};

const NOTHING = () => {};

/**
 * Processes entries first in, first out, one batch at a time.
 * 1. Collect: what waits when a batch ends is the next batch, up to the first entry that makes a batch
 *    alone, or that stores too much for it.
 * 2. Work: process the batch. If a single entry is at fault, split the batch in halves and process each.
 * 3. Effects: run them in order, then settle the promises of the entries. If entries wait, this happens while the
 *    next batch is stored.
 */
export function createBatcher<Entry, Outcome>(options: Options<Entry, Outcome>): Batcher<Entry, Outcome> {
  const waiting: Waiting<Entry, Outcome>[] = [];
  let running: Promise<void> | undefined;
  let room = Promise.withResolvers<void>();

  async function run(): Promise<void> {
    // Entries added in the same turn of the event loop join the first batch.
    await setImmediate();
    let finish = NOTHING;
    for (;;) {
      if (waiting.length === 0) {
        finish();
        finish = NOTHING;
        // Effects may have added entries.
        if (waiting.length === 0) break;
      }
      const batch = waiting.splice(0, sizeOfNext(waiting, options));
      room.resolve();
      room = Promise.withResolvers();
      finish = await settle(options, rejectLate(batch, options.epoch()), finish);
    }
    // Reset in the same turn that found the queue empty; otherwise an entry added in between would never be
    // processed.
    running = undefined;
  }

  return {
    async add(entry, arrivedIn = currentTick()) {
      const arrival = options.epoch() === undefined ? Number.NEGATIVE_INFINITY : arrivedIn;
      while (waiting.length >= MAX_WAITING) await room.promise;
      const done = Promise.withResolvers<Outcome>();
      // A caller that ignores the outcome must not cause an unhandled rejection.
      done.promise.catch(() => undefined);
      waiting.push({ entry, arrival, done });
      running ??= run();
      return { done: done.promise };
    },
    async drain() {
      while (running !== undefined) await running;
    },
  };
}

/** Rejects the entries that arrived before this epoch, or all while there is none. Returns the others. */
function rejectLate<Entry, Outcome>(
  batch: readonly Waiting<Entry, Outcome>[],
  epoch: number | undefined,
): readonly Waiting<Entry, Outcome>[] {
  const isLate = ({ arrival }: Waiting<Entry, Outcome>) => epoch === undefined || arrival < epoch;
  const late = batch.filter(isLate);
  for (const { done } of late) done.reject(outOfReach());
  return late.length === 0 ? batch : batch.filter((each) => !isLate(each));
}

/** The error of what was accepted before the database was out of reach, or while it is. */
export const outOfReach = () =>
  new StorageUnavailableError('values: the database was out of reach meanwhile');

/** Processes a batch, and meanwhile finishes the one before. Returns what finishes this one. */
async function settle<Entry, Outcome>(
  options: Options<Entry, Outcome>,
  batch: readonly Waiting<Entry, Outcome>[],
  finishBefore: () => void,
): Promise<() => void> {
  const { work, isOfOne, isAlone, onEffectFailed } = options;
  let isFinished = false;
  function finishOnce(): void {
    if (!isFinished) finishBefore();
    isFinished = true;
  }
  if (batch.some(({ entry }) => isAlone(entry))) finishOnce();
  if (batch.length === 0) return finishBefore;
  try {
    const { effects, outcomes } = await work(
      batch.map(({ entry }) => entry),
      finishOnce,
    );
    finishOnce();
    return () => {
      for (const effect of effects) runEffect(effect, onEffectFailed);
      batch.forEach(({ done }, index) => void done.resolve(outcomes[index] as Outcome));
    };
  } catch (error) {
    finishOnce();
    if (batch.length > 1 && isOfOne(error)) {
      const middle = Math.ceil(batch.length / 2);
      return settle(options, batch.slice(middle), await settle(options, batch.slice(0, middle), NOTHING));
    }
    for (const { done } of batch) done.reject(error);
    return NOTHING;
  }
}

function runEffect(effect: Effect, onFailed: (error: unknown) => void): void {
  try {
    effect();
  } catch (error) {
    onFailed(error);
  }
}

function sizeOfNext<Entry, Outcome>(
  waiting: readonly Waiting<Entry, Outcome>[],
  { isAlone, bytesOf }: Pick<Options<Entry, Outcome>, 'isAlone' | 'bytesOf'>,
): number {
  let bytes = 0;
  const end = waiting.findIndex(({ entry }, index) => {
    bytes += bytesOf(entry);
    return index === BATCH || bytes > MAX_BATCH_BYTES || isAlone(entry);
  });
  return end === -1 ? waiting.length : Math.max(1, end);
}
