import type { Address } from '@azulejo/sdk';
import { keyOf } from './address.ts';
import type { HomeValue } from './types.ts';
import { createWatchers } from './watchers.ts';

export type Reported = Address & { readonly data: unknown; readonly timestamp: string };

/** By which an owner says whether the device can be reached; every component has it. */
export const ACCESS = 'access';
const reachable: ReadonlySet<unknown> = new Set(['ok', 'connected']);
const accessKeyOf = (address: Address): string => keyOf({ ...address, property: ACCESS });

/** The last value of every property, outside React: who shows one is told of that one alone. */
export function createValues() {
  const reported = new Map<string, Reported>();
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

  /** Since when the device cannot be reached, by its own word; undefined while it can. */
  function unreachableSince(address: Address): string | undefined {
    const access = reported.get(accessKeyOf(address));
    return access && !reachable.has(access.data) ? isoOf(access.timestamp) : undefined;
  }

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
      const isStale = silent.has(key) || unreachableSince(last) !== undefined;
      const value = { data: last.data, timestamp: isoOf(last.timestamp), isStale };
      shown.set(key, value);
      return value;
    },
    /** A value, unless a newer one is known: within a property timestamps rise, and compare as text. */
    take: ({ channel, component, property, data, timestamp }: Reported): boolean => {
      const address = { channel, component, property };
      const key = keyOf(address);
      const last = reported.get(key);
      if (last && last.timestamp >= timestamp) return false;
      reported.set(key, { ...address, data, timestamp });
      silent.delete(key);
      enter(key, address);
      return true;
    },
    /** Its device did not answer. */
    hush: (address: Address) => {
      silent.add(keyOf(address));
      show(keyOf(address));
    },
    unreachableSince,
    all: (): Reported[] => [...reported.values()],
    clear: () => {
      const keys = [...reported.keys()];
      for (const map of [reported, components, silent, shown]) map.clear();
      for (const key of keys) show(key);
    },
    watch: watchers.watch,
  };
}

/** With a colon in the offset, as every browser reads it. */
const isoOf = (timestamp: string): string => timestamp.replace(/([+-]\d\d)(\d\d)$/, '$1:$2');

export type Values = ReturnType<typeof createValues>;
