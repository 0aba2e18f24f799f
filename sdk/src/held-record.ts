import type { TokenRecord } from '@azulejo/contract';
import type { TokenStore } from './token-store.ts';

/** A token record with the times, in epoch milliseconds, of its end and of its renewal. */
export type Held = { readonly record: TokenRecord; readonly expiresAt: number; readonly renewAt: number };

/** Renewal begins a minute before the end; later only for tokens that live under ten minutes. */
export function held(record: TokenRecord, expiresAt = expiresOf(record)): Held {
  const margin = Math.min(60_000, record.expires_in * 100);
  return { record, expiresAt, renewAt: expiresAt - margin };
}

const expiresOf = (record: TokenRecord) => parseTime(record.expires);

/** Safari does not parse `+0000` (spec 2). */
const parseTime = (time: string) => Date.parse(time.replace(/\+0000$/, 'Z'));

/** Whether it is of the same user and of a later renewal; a record of unknown age counts as later. */
function succeeds(stored: TokenRecord, current: TokenRecord): boolean {
  const isOlder = parseTime(stored.updated) < parseTime(current.updated);
  return stored.owner_id === current.owner_id && stored.refresh_token !== current.refresh_token && !isOlder;
}

/** The record in use, in memory and in the store. */
export type Keeper = {
  /** Restored from the store at the first call. */
  read(): Promise<Held | undefined>;
  /** The same, once restored. */
  peek(): Held | undefined;
  /** The record in use, once what another client of the same store renewed is taken over. */
  adopt(): Promise<Held | undefined>;
  /** Undefined forgets. Counts at once; the promise is fulfilled when the store has it too. */
  write(next: Held | undefined): Promise<void>;
};

export function createKeeper(storage: TokenStore): Keeper {
  let current: Held | undefined;
  let restoring: Promise<void> | undefined;
  let storing: Promise<void> = Promise.resolve();
  const restore = async () => {
    const record = await storage.load();
    current = record && held(record);
  };
  const restored = async () => {
    restoring ??= restore();
    try {
      await restoring;
    } catch (error) {
      restoring = undefined;
      throw error;
    }
  };
  return {
    peek: () => current,
    read: async () => {
      await restored();
      return current;
    },
    adopt: async () => {
      const before = current;
      await storing.catch(() => {});
      const stored = await storage.load();
      if (stored && before && before === current && succeeds(stored, before.record)) current = held(stored);
      return current;
    },
    write: async (next) => {
      await restored();
      current = next;
      // One after another, so that the store ends as the memory does.
      storing = storing.catch(() => {}).then(() => (next ? storage.save(next.record) : storage.clear()));
      await storing;
    },
  };
}
