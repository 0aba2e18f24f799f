import type { PortalSeries } from '@azulejo/contract';
import type { TimeSeries } from '../../../design/time-chart.tsx';

type Column = Exclude<keyof PortalSeries, 'started' | 'now' | 'step_seconds' | 'times'>;
type Line = Pick<TimeSeries, 'label' | 'unit' | 'color' | 'format'> & { column: Column };

const sizes = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 });

/** Each chart with its lines. */
export const charts: readonly { title: string; text: string; lines: readonly Line[] }[] = [
  {
    title: 'HTTP requests',
    text: 'A second, and how many were refused or failed.',
    lines: [
      { column: 'requests', label: 'All' },
      { column: 'refusals', label: 'Refused (4xx)', color: 'var(--azulejo-warn)' },
      { column: 'errors', label: 'Failed (5xx)', color: 'var(--azulejo-bad)' },
    ],
  },
  {
    title: 'Time of a request',
    text: 'On average, from the first byte in to the last one out.',
    lines: [{ column: 'request_ms', label: 'Mean', unit: 'ms' }],
  },
  {
    title: 'MQTT connections',
    text: 'Open to this server.',
    lines: [{ column: 'connections', label: 'Open' }],
  },
  {
    title: 'MQTT messages',
    text: 'A second, with those that open and keep connections.',
    lines: [
      { column: 'received', label: 'Received' },
      { column: 'sent', label: 'Sent', color: 'var(--azulejo-good)' },
    ],
  },
  {
    title: 'Values',
    text: 'That devices said, a second.',
    lines: [{ column: 'values', label: 'Stored' }],
  },
  {
    title: 'Failed sign-ins',
    text: 'A minute.',
    lines: [{ column: 'sign_in_failures', label: 'Failed', color: 'var(--azulejo-warn)' }],
  },
  {
    title: 'Event loop',
    text: 'By how much it came late at worst. Above 100 ms everybody waits.',
    lines: [{ column: 'loop_lag_ms', label: 'Late by', unit: 'ms' }],
  },
  {
    title: 'Memory',
    text: 'Of the server’s process.',
    lines: [{ column: 'memory', label: 'Resident', format: (value) => sizes.format(value / 1e6) }],
  },
];

/** The lines of a chart; where the server did not come to look, they have a gap. */
export function linesOf(lines: readonly Line[], series: PortalSeries): TimeSeries[] {
  const longest = series.step_seconds * 3_000;
  return lines.map(({ column, ...line }) => ({
    ...line,
    points: series.times.flatMap((at, n): [number, number | null][] => {
      const before = series.times[n - 1];
      const point: [number, number | null] = [at, series[column][n] ?? null];
      return before !== undefined && at - before > longest ? [[before + 1, null], point] : [point];
    }),
  }));
}
