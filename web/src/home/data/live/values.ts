import { addressKey } from '@azulejo/model';
import type { Address } from '@azulejo/sdk';
import type { Reported } from '../session/home-data.ts';
import { createReportedValues, isoOf } from './reported-values.ts';
import type { HomeValue } from './types.ts';
import { createWatchers } from './watchers.ts';

/**
 * Stores the last value of every property outside React. Listeners are called for their own property alone.
 */
export function createValues() {
  const reported = createReportedValues();
  /** Properties whose device did not answer a write, and has reported nothing since. */
  const silent = new Set<string>();
  const shown = new Map<string, HomeValue>();
  const watchers = createWatchers();

  const show = (key: string) => {
    shown.delete(key);
    watchers.notify(key);
  };

  return {
    /** Returns the same object until something about it changes. */
    get: (key: string): HomeValue | undefined => {
      const last = reported.get(key);
      if (!last) return undefined;
      const known = shown.get(key);
      if (known) return known;
      const isStale = silent.has(key) || reported.isUnreachable(last);
      const timestamp = isoOf(last.timestamp);
      const since = reported.changedAt(key) ?? Date.parse(timestamp);
      const value = { data: last.data, timestamp, since, isStale };
      shown.set(key, value);
      return value;
    },
    /** Stores a value and returns true, unless a newer one is known. */
    take: (value: Reported): boolean => {
      const changed = reported.take(value);
      // A live report may precede the list that says since when the device repeats it.
      if (reported.correct(value)) show(addressKey(value));
      if (!changed) return false;
      silent.delete(addressKey(value));
      for (const key of changed) show(key);
      return true;
    },
    /** Marks the value as stale, because its device did not answer. */
    markStale: (address: Address) => {
      silent.add(addressKey(address));
      show(addressKey(address));
    },
    /** Marks the value as just set, perhaps to what it was before. */
    touch: (address: Address) => {
      reported.touch(addressKey(address));
      show(addressKey(address));
    },
    all: reported.all,
    clear: () => {
      silent.clear();
      shown.clear();
      for (const key of reported.clear()) show(key);
    },
    watch: watchers.watch,
  };
}

export type Values = ReturnType<typeof createValues>;
