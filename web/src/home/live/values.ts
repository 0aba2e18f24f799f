import { ACCESS, type Address, isReachable } from '@azulejo/sdk';
import { keyOf } from './address.ts';
import type { HomeValue } from './types.ts';
import { createWatchers } from './watchers.ts';

export type Reported = Address & { readonly data: unknown; readonly timestamp: string };

const accessKeyOf = (address: Address): string => keyOf({ ...address, property: ACCESS });

/** The last value of every property, outside React: who shows one is told of that one alone. */
export function createValues() {
  const reported = new Map<string, Reported>();
  /** When each became what it is: many devices repeat now and then what they said before. */
  const changedAt = new Map<string, number>();
  /** Of each component, by the key of its access: what is stale or fresh together. */
  const components = new Map<string, Set<string>>();
  /** Those whose device left a write without an answer, and has said nothing since. */
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
    /** The same object until something about it changes. */
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
    /** A value, unless a newer one is known: within a property timestamps rise, and compare as text. */
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
    /** Its device did not answer. */
    markStale: (address: Address) => {
      silent.add(keyOf(address));
      show(keyOf(address));
    },
    /** It was just set, to what it may have been before. */
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

/** With a colon in the offset, as every browser reads it. */
/** Further from the time of this device than clocks differ: what the platform stamped while its clock was wrong. */
const MAX_AHEAD_MS = 10 * 60_000;

const isAhead = ({ timestamp }: Reported): boolean =>
  Date.parse(isoOf(timestamp)) > Date.now() + MAX_AHEAD_MS;

const isoOf = (timestamp: string): string => timestamp.replace(/([+-]\d\d)(\d\d)$/, '$1:$2');

export type Values = ReturnType<typeof createValues>;
