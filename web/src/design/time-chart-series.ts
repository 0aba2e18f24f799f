/** One line of a chart. */
export type TimeSeries = {
  readonly label: string;
  /** Stands behind its values, e.g. `°C`. */
  readonly unit?: string | undefined;
  /** Any colour of CSS, also `var(--azulejo-good)`; the accent without it. */
  readonly color?: string | undefined;
  /** In order of time, each with the milliseconds since 1970; null is a gap. */
  readonly points: readonly (readonly [number, number | null])[];
  /** The lowest and the highest behind each of the points, where they stand for more than one value. */
  readonly band?: readonly (readonly [low: number, high: number] | null)[] | undefined;
  /** `step` holds each value until the next, as switches do. */
  readonly shape?: 'line' | 'step' | undefined;
  /** How a value is written; a number with its unit without it. */
  readonly format?: ((value: number) => string) | undefined;
};

/** How numbers are written that say nothing themselves of how; as the browser's language has it without a locale. */
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

/** The same on an axis, where units would only repeat themselves. */
export function writeTick(series: TimeSeries | undefined, value: number, numbers: Intl.NumberFormat): string {
  return series?.format ? series.format(value) : numbers.format(value);
}

const ROWS = 24;

/**
 * The series as a table that can be listened to: at most 24 rows, each from its time up to the next row's, with the
 * average of a line and the last value of steps.
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

/** What a series says at a moment: its last value up to it; without a moment its last one. */
export function valueAt({ points }: TimeSeries, at: number | null): number | null {
  return (at === null ? points.at(-1) : points.findLast(([moment]) => moment <= at))?.[1] ?? null;
}
