import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import classes from './time-chart.module.css';
import { type TimeSeries, valueAt, writeValue } from './time-chart-series.ts';
import { TimeChartTable } from './time-chart-table.tsx';
import { type HourFormat, timesOf } from './time-chart-time.ts';

export type { TimeSeries } from './time-chart-series.ts';

const TimeChartCanvas = lazy(() =>
  import('./time-chart-canvas.tsx').then(({ TimeChartCanvas }) => ({ default: TimeChartCanvas })),
);

type Props = {
  series: readonly TimeSeries[];
  /** The first and the last moment, in milliseconds since 1970. */
  from: number;
  to: number;
  height?: number;
  ariaLabel: string;
  /** The person's own, where one is known; else as the browser's language has it. */
  hourFormat?: HourFormat | undefined;
  timeZone?: string | undefined;
  /** Where the axis begins as long as no value is below it, e.g. 0 for counts. */
  floor?: number | undefined;
};

/** Lines over time, with the values under the cursor above them, and all of it as a table for whoever does not see it. */
export function TimeChart(props: Props) {
  const { series, from, to, height = 200, ariaLabel, hourFormat, timeZone, floor } = props;
  const [at, setAt] = useState<number | null>(null);
  const times = useMemo(() => timesOf(hourFormat, timeZone), [hourFormat, timeZone]);
  const look = useMemo(() => ({ series, from, to, times, floor }), [series, from, to, times, floor]);
  const values = series.map((one) => `${one.label} ${writeValue(one, valueAt(one, at))}`).join(', ');
  return (
    <figure className={classes.chart}>
      <div className={classes.legend} aria-hidden="true">
        {series.map((one) => (
          <span key={one.label} className={classes.entry}>
            <span className={classes.swatch} style={{ background: one.color ?? 'var(--azulejo-accent)' }} />
            {one.label} <strong>{writeValue(one, valueAt(one, at))}</strong>
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
          atText={at === null ? `Latest: ${values}` : `${times.moment(at)}: ${values}`}
          onCursor={setAt}
        />
      </Suspense>
      <TimeChartTable series={series} from={from} to={to} caption={ariaLabel} times={times} />
    </figure>
  );
}
