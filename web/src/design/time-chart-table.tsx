import { Trans } from '@lingui/react/macro';
import { useMemo } from 'react';
import { type TimeSeries, tableOf, writeValue } from './time-chart-series.ts';
import type { Times } from './time-chart-time.ts';

type Props = {
  series: readonly TimeSeries[];
  from: number;
  to: number;
  caption: string;
  times: Times;
  numbers: Intl.NumberFormat;
};

/** Shows the chart as a table for screen readers. */
export function TimeChartTable({ series, from, to, caption, times, numbers }: Props) {
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
