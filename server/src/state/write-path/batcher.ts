import { setImmediate } from 'node:timers/promises';

/** Bounds how long the first of a batch waits for the last of it. */
const BATCH = 500;
/** Beyond it, who adds more waits: memory is bounded, and sockets are read more slowly. */
const MAX_WAITING = 5_000;

type Waiting<Entry> = { readonly entry: Entry; readonly done: PromiseWithResolvers<void> };

export type Batcher<Entry> = {
  /**
   * Resolves once the entry has its place; entries added one after another keep their order. `done` resolves, or rejects,
   * when its batch is worked off.
   */
  add(entry: Entry): Promise<{ done: Promise<void> }>;
  /** Waits until nothing is left to do. */
  drain(): Promise<void>;
};

/** What is done after the commit: messages and notifications. */
export type Effect = () => void;

type Options<Entry> = {
  /**
   * Works off a batch, as a whole or not at all. Returns its effects, which are run once, in order, before the next batch:
   * one that throws is reported, and undoes nothing of what is stored.
   */
  work: (batch: readonly Entry[]) => Promise<readonly Effect[]>;
  /** Whether the failure is that of one entry: it is then looked for by halves, and the others are done without it. */
  isOfOne: (error: unknown) => boolean;
  onEffectFailed: (error: unknown) => void;
};

/** First come, first served, one batch after another: all that waits when one is done is the next one. */
export function createBatcher<Entry>({ work, isOfOne, onEffectFailed }: Options<Entry>): Batcher<Entry> {
  const waiting: Waiting<Entry>[] = [];
  let running: Promise<void> | undefined;
  let room = Promise.withResolvers<void>();

  async function run(): Promise<void> {
    // What arrives in the same turn of the event loop is of the first batch already.
    await setImmediate();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH);
      room.resolve();
      room = Promise.withResolvers();
      await settle(batch);
    }
    // In the turn in which nothing was left: an entry that came a moment later would find nobody who looks again.
    running = undefined;
  }

  async function settle(batch: readonly Waiting<Entry>[]): Promise<void> {
    let effects: readonly Effect[];
    try {
      effects = await work(batch.map(({ entry }) => entry));
    } catch (error) {
      if (batch.length > 1 && isOfOne(error)) {
        const middle = Math.ceil(batch.length / 2);
        await settle(batch.slice(0, middle));
        await settle(batch.slice(middle));
      } else for (const { done } of batch) done.reject(error);
      return;
    }
    for (const effect of effects) runEffect(effect);
    for (const { done } of batch) done.resolve();
  }

  function runEffect(effect: Effect): void {
    try {
      effect();
    } catch (error) {
      onEffectFailed(error);
    }
  }

  return {
    async add(entry) {
      while (waiting.length >= MAX_WAITING) await room.promise;
      const done = Promise.withResolvers<void>();
      // Who does not look at the outcome is not ended by it.
      done.promise.catch(() => undefined);
      waiting.push({ entry, done });
      running ??= run();
      return { done: done.promise };
    },
    async drain() {
      while (running !== undefined) await running;
    },
  };
}
