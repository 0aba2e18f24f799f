/** A value as it is added to a series. Times are milliseconds since 1970. */
export type NewPoint = {
  /** From `seriesOf`. */
  readonly series: number;
  readonly time: number;
  readonly data: unknown;
  readonly sender?: string | undefined;
  readonly onBehalfOf?: string | undefined;
  readonly cause?: string | undefined;
};

export const HOUR_MS = 3_600_000;

/** When the hour began, in UTC. */
export const hourOf = (time: number): number => Math.floor(time / HOUR_MS) * HOUR_MS;

/** The number to count with, or undefined for what is none. */
export const numberOf = (data: unknown): number | undefined =>
  typeof data === 'number' && Number.isFinite(data) ? data : undefined;
