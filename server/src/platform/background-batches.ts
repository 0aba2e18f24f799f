import { sleep, type Timers } from './clock.ts';

const RETRY_MS = 1_000;
/** The most changes of a batch, which one statement stores. */
const BATCH_SIZE = 500;

type Options<Value> = {
  timers: Timers;
  /** Handles at most 500 values by their keys. It is called again with those of a call that failed, unless they changed since. */
  handle: (changes: readonly (readonly [string, Value])[]) => Promise<void>;
  onFailure: (error: unknown) => void;
};

export type BackgroundBatches<Value> = AsyncDisposable & {
  /** Handles the last value of the key, soon. */
  set(key: string, value: Value): void;
};

/** Handles changes in the background, one batch after the other. Disposing waits for the batch in hand, and leaves the rest. */
export function createBackgroundBatches<Value>({
  timers,
  handle,
  onFailure,
}: Options<Value>): BackgroundBatches<Value> {
  let changes = new Map<string, Value>();
  let running: Promise<void> | undefined;
  let isEnding = false;

  async function handleAll(): Promise<void> {
    while (changes.size > 0 && !isEnding) {
      const taken = changes.entries().take(BATCH_SIZE).toArray();
      for (const [key] of taken) changes.delete(key);
      try {
        await handle(taken);
      } catch (error) {
        onFailure(error);
        changes = new Map([...taken, ...changes]);
        await sleep(timers, RETRY_MS);
      }
    }
  }

  return {
    set(key, value) {
      changes.set(key, value);
      running ??= handleAll().finally(() => {
        running = undefined;
      });
    },
    async [Symbol.asyncDispose]() {
      isEnding = true;
      await running;
    },
  };
}
