import { sleep, type Timers } from './clock.ts';

const RETRY_MS = 1_000;

type Options<Value> = {
  timers: Timers;
  /** Stores changes by their keys. It is called again with those of a call that failed, unless they changed since. */
  store: (changes: readonly (readonly [string, Value])[]) => Promise<void>;
  onFailure: (error: unknown) => void;
};

export type WriteBehind<Value> = AsyncDisposable & {
  /** Stores the last value of the key, soon. */
  set(key: string, value: Value): void;
};

/** Stores changes in the background, one batch after the other. Disposing waits for the batch in hand, and leaves the rest. */
export function createWriteBehind<Value>({ timers, store, onFailure }: Options<Value>): WriteBehind<Value> {
  let changes = new Map<string, Value>();
  let storing: Promise<void> | undefined;
  let isEnding = false;

  async function storeAll(): Promise<void> {
    while (changes.size > 0 && !isEnding) {
      const taken = changes;
      changes = new Map();
      try {
        await store([...taken]);
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
      storing ??= storeAll().finally(() => {
        storing = undefined;
      });
    },
    async [Symbol.asyncDispose]() {
      isEnding = true;
      await storing;
    },
  };
}
