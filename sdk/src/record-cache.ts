import type { TokenRecord } from './api/types.generated.ts';
import type { TokenStore } from './token-store.ts';

/** A token record with the times, in epoch milliseconds, when it expires and when it is renewed. */
export type TimedRecord = {
  readonly record: TokenRecord;
  readonly expiresAt: number;
  readonly renewAt: number;
};

/**
 * Returns the record with its times. It is renewed a minute before it expires, later if it
 * is valid for under 10 min.
 */
export function withTimes(record: TokenRecord, expiresAt = expiresOf(record)): TimedRecord {
  const margin = Math.min(60_000, record.expires_in * 100);
  return { record, expiresAt, renewAt: expiresAt - margin };
}

const expiresOf = (record: TokenRecord) => parseTime(record.expires);

/** Parses a timestamp of the platform. Safari does not parse `+0000` (spec 2). */
const parseTime = (time: string) => Date.parse(time.replace(/\+0000$/, 'Z'));

/** Returns whether it is a later renewal for the same user. A record without a valid date counts as later. */
function succeeds(stored: TokenRecord, current: TokenRecord): boolean {
  const isOlder = parseTime(stored.updated) < parseTime(current.updated);
  return stored.owner_id === current.owner_id && stored.refresh_token !== current.refresh_token && !isOlder;
}

/** The current record, in memory and in the store. */
export type RecordCache = {
  /** Returns the current record. Loads it from the store at the first call. */
  read(): Promise<TimedRecord | undefined>;
  /** Returns the current record, or undefined when it was not loaded yet. */
  peek(): TimedRecord | undefined;
  /** Returns the current record, after taking over a renewal by another client of the same store. */
  adopt(): Promise<TimedRecord | undefined>;
  /** Sets the record; undefined clears it. Effective immediately; resolves when the store is updated too. */
  write(next: TimedRecord | undefined): Promise<void>;
};

export function createRecordCache(storage: TokenStore): RecordCache {
  let current: TimedRecord | undefined;
  let restoring: Promise<void> | undefined;
  let storing: Promise<void> = Promise.resolve();
  const restore = async () => {
    const record = await storage.load();
    current = record && withTimes(record);
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
      if (stored && before && before === current && succeeds(stored, before.record))
        current = withTimes(stored);
      return current;
    },
    write: async (next) => {
      await restored();
      current = next;
      // Writes run one after another, so that the store ends up with the same record as the memory.
      storing = storing.catch(() => {}).then(() => (next ? storage.save(next.record) : storage.clear()));
      await storing;
    },
  };
}
