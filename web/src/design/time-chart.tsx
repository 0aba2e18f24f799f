import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import classes from './time-chart.module.css';
import { numbersOf, type TimeSeries, tableOf, valueAt, writeValue } from './time-chart-series.ts';
import { type HourFormat, type Times, timesOf } from './time-chart-time.ts';

export type { TimeSeries } from './time-chart-series.ts';

const TimeChartCanvas = lazy(() =>
  import('./time-chart-canvas.tsx').then(({ TimeChartCanvas }) => ({ default: TimeChartCanvas })),
);

type Props = {
  series: readonly TimeSeries[];
  /** The first and the last time, in milliseconds since 1970. */
  from: number;
  to: number;
  height?: number;
  ariaLabel: string;
  /** The person's own format if it is known, otherwise that of the browser's language. */
  hourFormat?: HourFormat;
  timeZone?: string;
  /** Locale of numbers and dates, for example `pt-PT`. */
  locale?: string;
  /** Start of the axis unless a value is below it, for example 0 for counts. */
  floor?: number;
  /** The least range of the axis, so that noise stays quiet. */
  span?: number;
};

/** Shows a placeholder of the same height, until the chart's values are loaded. */
export const TimeChartSkeleton = ({
  labels,
  height = 200,
}: {
  labels: readonly string[];
  height?: number;
}) => (
  <div className={classes.chart}>
    <div className={classes.legend} aria-hidden="true">
      {labels.map((label) => (
        <span key={label} className={classes.entry}>
          <span className={classes.swatch} />
          {label} <strong>–</strong>
        </span>
      ))}
    </div>
    <Skeleton height={height} />
  </div>
);

/** Draws lines over time, with the values at the cursor above them, and a table for screen readers. */
export function TimeChart(props: Props) {
  const { series, from, to, height = 200, ariaLabel, hourFormat, timeZone, locale, floor, span } = props;
  const [at, setAt] = useState<number | null>(null);
  const times = useMemo(() => timesOf(hourFormat, timeZone, locale), [hourFormat, timeZone, locale]);
  const numbers = useMemo(() => numbersOf(locale), [locale]);
  const look = useMemo(
    () => ({ series, from, to, times, numbers, floor, span }),
    [series, from, to, times, numbers, floor, span],
  );
  const values = series.map((one) => `${one.label} ${writeValue(one, valueAt(one, at), numbers)}`).join(', ');
  return (
    <figure className={classes.chart}>
      <div className={classes.legend} aria-hidden="true">
        {series.map((one) => (
          <span key={one.label} className={classes.entry}>
            <span className={classes.swatch} style={{ background: one.color ?? 'var(--azulejo-accent)' }} />
            {one.label} <strong>{writeValue(one, valueAt(one, at), numbers)}</strong>
          </span>
        ))}
        {at !== null && <span className={classes.moment}>{times.moment(at)}</span>}
      </div>
      <Suspense fallback={<Skeleton height={height} />}>
        <TimeChartCanvas
          look={look}
          height={height}
          ariaLabel={ariaLabel}
          at={at}
          atText={at === null ? t`Latest: ${values}` : `${times.moment(at)}: ${values}`}
          onCursor={setAt}
        />
      </Suspense>
      <TimeChartTable
        series={series}
        from={from}
        to={to}
        caption={ariaLabel}
        times={times}
        numbers={numbers}
      />
    </figure>
  );
}

type TimeChartTableProps = {
  series: readonly TimeSeries[];
  from: number;
  to: number;
  caption: string;
  times: Times;
  numbers: Intl.NumberFormat;
};

/** Shows the chart as a table for screen readers. */
function TimeChartTable({ series, from, to, caption, times, numbers }: TimeChartTableProps) {
  const rows = useMemo(() => tableOf(series, from, to), [series, from, to]);
  return (
    <div className="visually-hidden">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans context="time">From</Trans>
            </th>
            {series.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ start, values }) => (
            <tr key={start}>
              <th scope="row">{times.moment(start)}</th>
              {series.map((one, n) => (
                <td key={one.label}>{writeValue(one, values[n], numbers)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
