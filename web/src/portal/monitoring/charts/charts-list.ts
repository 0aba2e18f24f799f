import type { PortalSeries } from '@azulejo/contract';
import type { TimeSeries } from '../../../design/time-chart.tsx';

type Column = Exclude<keyof PortalSeries, 'started' | 'now' | 'step_seconds' | 'times'>;
type Line = Pick<TimeSeries, 'label' | 'unit' | 'color' | 'format'> & { column: Column };

const sizes = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 });

/** The charts with their lines. */
export const charts: readonly { title: string; text: string; lines: readonly Line[] }[] = [
  {
    title: 'HTTP requests',
    text: 'Requests per second, with refused and failed.',
    lines: [
      { column: 'requests', label: 'All' },
      { column: 'refusals', label: 'Refused (4xx)', color: 'var(--azulejo-warn)' },
      { column: 'errors', label: 'Failed (5xx)', color: 'var(--azulejo-bad)' },
    ],
  },
  {
    title: 'Time of a request',
    text: 'Average, from the first byte received to the last byte sent.',
    lines: [{ column: 'request_ms', label: 'Mean', unit: 'ms' }],
  },
  {
    title: 'MQTT connections',
    text: 'Open to this server.',
    lines: [{ column: 'connections', label: 'Open' }],
  },
  {
    title: 'MQTT messages',
    text: 'Messages per second, including those that open and keep connections.',
    lines: [
      { column: 'received', label: 'Received' },
      { column: 'sent', label: 'Sent', color: 'var(--azulejo-good)' },
    ],
  },
  {
    title: 'Values',
    text: 'Values reported by devices per second.',
    lines: [{ column: 'values', label: 'Stored' }],
  },
  {
    title: 'Failed sign-ins',
    text: 'Failed sign-ins per minute.',
    lines: [{ column: 'sign_in_failures', label: 'Failed', color: 'var(--azulejo-warn)' }],
  },
  {
    title: 'Event loop',
    text: 'Longest delay. Above 100 ms, every request waits.',
    lines: [{ column: 'loop_lag_ms', label: 'Late by', unit: 'ms' }],
  },
  {
    title: 'Memory',
    text: 'Memory of the server process.',
    lines: [{ column: 'memory', label: 'Resident', format: (value) => sizes.format(value / 1e6) }],
  },
];

/** Returns the lines of a chart, with a gap where the server took no sample. */
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
