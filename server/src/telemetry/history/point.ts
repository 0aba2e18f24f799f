/** A value to be added to a series. Times are milliseconds since 1970. */
export type NewPoint = {
  /** The number that `series.of` returned. */
  readonly series: number;
  readonly time: number;
  readonly data: unknown;
  readonly sender?: string;
  readonly onBehalfOf?: string;
  readonly cause?: string;
};

/** A stored value. */
export type Point = {
  readonly time: number;
  readonly data: unknown;
  readonly sender: string | undefined;
  readonly onBehalfOf: string | undefined;
  readonly cause: string;
};

/** The values of one interval, which begins at `time`. */
export type Bucket = {
  readonly time: number;
  readonly count: number;
  /** Present if the values are numbers. */
  readonly numbers?: { readonly min: number; readonly avg: number; readonly max: number };
  /** The last value, where the values are not numbers. */
  readonly last?: unknown;
};

/**
 * A range from `from` (inclusive) to `to` (exclusive); its newest `limit` points. In milliseconds since 1970.
 */
export type Range = { readonly from: number; readonly to: number; readonly limit: number };

/** A time later than that of any value. */
export const OPEN_END = Number.MAX_SAFE_INTEGER;

/** A value may be as large as a message; this many of them fit in memory, however large they are. */
export const CHUNK = 250;
export const MAX_BYTES = 4 * 1024 * 1024;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns when the interval that contains `time` began, in UTC. */
export const startOf = (time: number, interval: number): number => Math.floor(time / interval) * interval;

/** Larger numbers are not summed: their sum may overflow, and PostgreSQL would then fail the whole unit. */
const LARGEST = 1e290;

/** Returns the number to aggregate, or undefined for anything else. */
export const numberOf = (data: unknown): number | undefined =>
  typeof data === 'number' && Math.abs(data) <= LARGEST ? data : undefined;
