import { addressKey } from '@azulejo/model';
import { ACCESS, type Address, isReachable } from '@azulejo/sdk';
import type { Reported } from '../session/home-data.ts';

const accessKeyOf = (address: Address): string => addressKey({ ...address, property: ACCESS });

/** Stores the last reported value of every property, and since when it has had it. */
export function createReportedValues() {
  const reported = new Map<string, Reported>();
  /** When each value last changed: many devices repeat the same value from time to time. */
  const changedAt = new Map<string, number>();
  /** The keys of each component, by the key of its access: they become stale or fresh together. */
  const components = new Map<string, Set<string>>();
  return {
    get: (key: string): Reported | undefined => reported.get(key),
    changedAt: (key: string): number | undefined => changedAt.get(key),
    touch: (key: string): unknown => changedAt.set(key, Date.now()),
    all: (): Reported[] =>
      [...reported].map(([key, value]) => ({
        ...value,
        changed: new Date(changedAt.get(key) ?? 0).toISOString(),
      })),
    /** Takes since when the platform says that a property has had its value, and returns whether that is news. */
    correct: ({ data, changed, ...address }: Reported): boolean => {
      const key = addressKey(address);
      const last = reported.get(key);
      if (changed === undefined || !last || !isSameJson(last.data, data)) return false;
      const isEarlier = timeOf(changed) < (changedAt.get(key) ?? 0);
      if (isEarlier) changedAt.set(key, timeOf(changed));
      return isEarlier;
    },
    isUnreachable: (address: Address): boolean => !isReachable(reported.get(accessKeyOf(address))?.data),
    /**
     * Stores a value unless a newer one is known: the timestamps of a property increase, and compare as text.
     * Returns the keys of the properties that show something else now.
     */
    take: ({
      channel,
      component,
      property,
      data,
      timestamp,
      changed = timestamp,
    }: Reported): Iterable<string> | undefined => {
      const address = { channel, component, property };
      const key = addressKey(address);
      const last = reported.get(key);
      if (last && last.timestamp >= timestamp && !isAhead(last, timestamp)) return undefined;
      if (!last || !isSameJson(last.data, data)) changedAt.set(key, timeOf(changed));
      reported.set(key, { ...address, data, timestamp });
      const accessKey = accessKeyOf(address);
      const siblings = (components.get(accessKey) ?? new Set()).add(key);
      components.set(accessKey, siblings);
      return key === accessKey ? siblings : [key];
    },
    /** Forgets all values, and returns their keys. */
    clear: (): string[] => {
      const keys = [...reported.keys()];
      for (const map of [reported, changedAt, components]) map.clear();
      return keys;
    },
  };
}

const isSameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** How far a timestamp may be ahead of this device's clock and of a later one; the platform's clock was wrong then. */
const MAX_AHEAD_MS = 10 * 60_000;

/** A later value that is about as far in the future says that it is this device's clock that is slow. */
const isAhead = (last: Reported, next: string): boolean =>
  timeOf(last.timestamp) > Math.max(Date.now(), timeOf(next)) + MAX_AHEAD_MS;

const timeOf = (timestamp: string): number => Date.parse(isoOf(timestamp));

/** Adds a colon to the offset, so that every browser can parse it. */
export const isoOf = (timestamp: string): string => timestamp.replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
