import type { PortalSeries } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import type { TimeSeries } from '../../../../design/time-chart.tsx';

type Column = Exclude<keyof PortalSeries, 'started' | 'now' | 'step_seconds' | 'times'>;
type Line = Pick<TimeSeries, 'label' | 'unit' | 'color' | 'format'> & { column: Column };

const sizes = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 });

/** Returns the charts with their lines. */
export const charts = (): readonly { title: string; text: string; lines: readonly Line[] }[] => [
  {
    title: t`HTTP requests`,
    text: t`Requests per second, with refused and failed.`,
    lines: [
      { column: 'requests', label: t`All` },
      { column: 'refusals', label: t`Refused (4xx)`, color: 'var(--azulejo-warn)' },
      { column: 'errors', label: t`Failed (5xx)`, color: 'var(--azulejo-bad)' },
    ],
  },
  {
    title: t`Time of a request`,
    text: t`Average, from the first byte received to the last byte sent.`,
    lines: [{ column: 'request_ms', label: t`Mean`, unit: 'ms' }],
  },
  {
    title: t`MQTT connections`,
    text: t`Open to this server.`,
    lines: [{ column: 'connections', label: t({ message: 'Open', context: 'connections' }) }],
  },
  {
    title: t`MQTT messages`,
    text: t`Messages per second, including those that open and keep connections.`,
    lines: [
      { column: 'received', label: t`Received` },
      { column: 'sent', label: t`Sent`, color: 'var(--azulejo-good)' },
    ],
  },
  {
    title: t`Values`,
    text: t`Values reported by devices per second.`,
    lines: [{ column: 'values', label: t({ message: 'Stored', context: 'values' }) }],
  },
  {
    title: t`Failed sign-ins`,
    text: t`Failed sign-ins per minute.`,
    lines: [{ column: 'sign_in_failures', label: t`Failed`, color: 'var(--azulejo-warn)' }],
  },
  {
    title: t`Event loop`,
    text: t`Longest delay. Above 100 ms, every request waits.`,
    lines: [{ column: 'loop_lag_ms', label: t`Late by`, unit: 'ms' }],
  },
  {
    title: t`Memory`,
    text: t`Memory of the server process.`,
    lines: [{ column: 'memory', label: t`Resident`, format: (value) => sizes.format(value / 1e6) }],
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
