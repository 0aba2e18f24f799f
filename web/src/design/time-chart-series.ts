/** One line of a chart. */
export type TimeSeries = {
  readonly label: string;
  /** Follows the values, for example `°C`. */
  readonly unit?: string;
  /** Any CSS colour, also `var(--azulejo-good)`; the accent colour by default. */
  readonly color?: string;
  /** Points in order of time, in milliseconds since 1970; null is a gap. */
  readonly points: readonly (readonly [number, number | null])[];
  /** The lowest and the highest value of each point that aggregates several values. */
  readonly band?: readonly (readonly [low: number, high: number] | null)[];
  /** `step` holds each value until the next, as switches do. */
  readonly shape?: 'line' | 'step';
  /** The values that are aimed at, drawn dotted and without an area. */
  readonly isTarget?: boolean;
  /** Formats a value; by default as a number with its unit. */
  readonly format?: (value: number) => string;
};

/** Returns the format of numbers without a format of their own; in the browser's language by default. */
export const numbersOf = (locale: string | undefined) =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });

export function writeValue(
  series: TimeSeries,
  value: number | null | undefined,
  numbers: Intl.NumberFormat,
): string {
  if (value === null || value === undefined) return '–';
  if (series.format) return series.format(value);
  return series.unit ? `${numbers.format(value)} ${series.unit}` : numbers.format(value);
}

/** Formats a value for an axis, without the unit, which would only be repeated. */
export function writeTick(series: TimeSeries | undefined, value: number, numbers: Intl.NumberFormat): string {
  return series?.format ? series.format(value) : numbers.format(value);
}

const ROWS = 24;

/**
 * Returns the series as a table for screen readers: at most 24 rows, each from its time up to the next row's,
 * with the average of a line and the last value of steps.
 */
export function tableOf(series: readonly TimeSeries[], from: number, to: number) {
  const length = (to - from) / ROWS;
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const start = from + n * length;
    return { start, values: series.map((one) => valueWithin(one, start, start + length)) };
  });
  return rows.filter(({ values }) => values.some((value) => value !== null));
}

function valueWithin({ points, shape }: TimeSeries, start: number, end: number): number | null {
  const values = points
    .filter(([at]) => at >= start && at < end)
    .flatMap(([, value]) => (value === null ? [] : [value]));
  if (shape === 'step') return values.at(-1) ?? null;
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the last value of a series up to a time, or its last value of all. */
export function valueAt({ points }: TimeSeries, at: number | null): number | null {
  return (at === null ? points.at(-1) : points.findLast(([moment]) => moment <= at))?.[1] ?? null;
}
