import { ACCESS, type Address, isReachable } from '@azulejo/sdk';
import { keyOf } from './address.ts';
import type { HomeValue } from './types.ts';
import { createWatchers } from './watchers.ts';

export type Reported = Address & { readonly data: unknown; readonly timestamp: string };

const accessKeyOf = (address: Address): string => keyOf({ ...address, property: ACCESS });

/**
 * Stores the last value of every property outside React. Listeners are called for their own property alone.
 */
export function createValues() {
  const reported = new Map<string, Reported>();
  /** When each value last changed: many devices repeat the same value from time to time. */
  const changedAt = new Map<string, number>();
  /** The keys of each component, by the key of its access: they become stale or fresh together. */
  const components = new Map<string, Set<string>>();
  /** Properties whose device did not answer a write, and has reported nothing since. */
  const silent = new Set<string>();
  const shown = new Map<string, HomeValue>();
  const watchers = createWatchers();

  const show = (key: string) => {
    shown.delete(key);
    watchers.tell(key);
  };

  const isUnreachable = (address: Address): boolean => !isReachable(reported.get(accessKeyOf(address))?.data);

  function enter(key: string, address: Address): void {
    const accessKey = accessKeyOf(address);
    const siblings = components.get(accessKey) ?? new Set();
    components.set(accessKey, siblings.add(key));
    if (key === accessKey) for (const sibling of siblings) show(sibling);
    else show(key);
  }

  return {
    /** Returns the same object until something about it changes. */
    get: (key: string): HomeValue | undefined => {
      const last = reported.get(key);
      if (!last) return undefined;
      const known = shown.get(key);
      if (known) return known;
      const isStale = silent.has(key) || isUnreachable(last);
      const timestamp = isoOf(last.timestamp);
      const value = {
        data: last.data,
        timestamp,
        since: changedAt.get(key) ?? Date.parse(timestamp),
        isStale,
      };
      shown.set(key, value);
      return value;
    },
    /**
     * Stores a value unless a newer one is known: the timestamps of a property increase, and compare as text.
     */
    take: ({ channel, component, property, data, timestamp }: Reported): boolean => {
      const address = { channel, component, property };
      const key = keyOf(address);
      const last = reported.get(key);
      if (last && last.timestamp >= timestamp && !isAhead(last)) return false;
      if (!last || !isSameJson(last.data, data)) changedAt.set(key, Date.parse(isoOf(timestamp)));
      reported.set(key, { ...address, data, timestamp });
      silent.delete(key);
      enter(key, address);
      return true;
    },
    /** Marks the value as stale, because its device did not answer. */
    markStale: (address: Address) => {
      silent.add(keyOf(address));
      show(keyOf(address));
    },
    /** Marks the value as just set, perhaps to what it was before. */
    touch: (address: Address) => {
      const key = keyOf(address);
      changedAt.set(key, Date.now());
      show(key);
    },
    all: (): Reported[] => [...reported.values()],
    clear: () => {
      const keys = [...reported.keys()];
      for (const map of [reported, changedAt, components, silent, shown]) map.clear();
      for (const key of keys) show(key);
    },
    watch: watchers.watch,
  };
}

const isSameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Adds a colon to the offset, so that every browser can parse it. */
/** How far a timestamp may be ahead of this device's clock; further ahead, the platform's clock was wrong. */
const MAX_AHEAD_MS = 10 * 60_000;

const isAhead = ({ timestamp }: Reported): boolean =>
  Date.parse(isoOf(timestamp)) > Date.now() + MAX_AHEAD_MS;

const isoOf = (timestamp: string): string => timestamp.replace(/([+-]\d\d)(\d\d)$/, '$1:$2');

export type Values = ReturnType<typeof createValues>;
