import { HOUR_MS, startOf } from './point.ts';

/** How long history is kept, in seconds. */
export type Retention = {
  readonly history: number;
  /** Retention of single properties, by property id. */
  readonly historyOfProperty: ReadonlyMap<string, number>;
  readonly hours: number;
};

export type HistoryRetention = {
  /** Returns the time from which on a property's raw values are kept; a whole hour. */
  rawFrom(propertyId: string, now: number): number;
  hoursFrom(now: number): number;
  /** Returns the time before which no raw value of any property is kept; a whole hour. */
  anyFrom(now: number): number;
};

export function historyRetentionOf({ history, historyOfProperty, hours }: Retention): HistoryRetention {
  const hourAfter = (time: number) => startOf(time + HOUR_MS - 1, HOUR_MS);
  const longest = Math.max(history, ...historyOfProperty.values());
  return {
    rawFrom: (propertyId, now) => hourAfter(now - (historyOfProperty.get(propertyId) ?? history) * 1000),
    hoursFrom: (now) => hourAfter(now - hours * 1000),
    anyFrom: (now) => hourAfter(now - longest * 1000),
  };
}
