/** A value as it is added to a series. Times are milliseconds since 1970. */
export type NewPoint = {
  /** From `series.of`. */
  readonly series: number;
  readonly time: number;
  readonly data: unknown;
  readonly sender?: string | undefined;
  readonly onBehalfOf?: string | undefined;
  readonly cause?: string | undefined;
};

/** A value as it was. */
export type Point = {
  readonly time: number;
  readonly data: unknown;
  readonly sender: string | undefined;
  readonly onBehalfOf: string | undefined;
  readonly cause: string;
};

/** What the values of one interval were, which begins at `time`. */
export type Bucket = {
  readonly time: number;
  readonly count: number;
  /** Of numbers. */
  readonly numbers?: { readonly min: number; readonly avg: number; readonly max: number };
  /** Of anything else: the last. */
  readonly last?: unknown;
};

/** From `from`, before `to`; at most `limit`, the newest. Milliseconds since 1970. */
export type Range = { readonly from: number; readonly to: number; readonly limit: number };

/** Later than any value. */
export const OPEN_END = Number.MAX_SAFE_INTEGER;

/** A value may be as large as a message: so many of them fit in memory, whoever wrote them. */
export const CHUNK = 250;
export const MAX_BYTES = 4 * 1024 * 1024;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** When the interval began in which `time` lies, in UTC. */
export const startOf = (time: number, interval: number): number => Math.floor(time / interval) * interval;

/** A sum of larger ones may leave the numbers there are, which PostgreSQL refuses, with all that is in its unit. */
const LARGEST = 1e290;

/** The number to count with, or undefined for what is none. */
export const numberOf = (data: unknown): number | undefined =>
  typeof data === 'number' && Math.abs(data) <= LARGEST ? data : undefined;
