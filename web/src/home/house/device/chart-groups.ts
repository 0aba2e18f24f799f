import type { TimeSeries } from '../../../design/time-chart.tsx';
import { numberView } from '../../devices/controls/number-view.ts';
import { configOf, isOfClass } from '../../devices/controls/property.ts';
import { intervalMs, type Period } from '../../kit/formats/period.ts';
import type { Reading } from '../../kit/formats/reading.ts';
import { grouped } from './grouped.ts';
import { gapOf, type Sample } from './history-track.ts';
import type { TrackHistory } from './use-tracks.ts';

/** Lines that share an axis, because they have the same unit. */
export type ChartGroup = {
  readonly unit: string;
  readonly series: readonly TimeSeries[];
  /** The axis covers at least this range. */
  readonly span: number | undefined;
  readonly floor: number | undefined;
};

/** The least range of an axis by its unit, so that noise stays quiet. */
const SPANS: Readonly<Record<string, number>> = { '°C': 2, '°F': 4, '%': 10, W: 50, kW: 0.05 };

const TARGET = /\.climate\.[a-z-]*setpoint/;

export const palette = [
  'var(--azulejo-accent)',
  'var(--azulejo-warn)',
  'var(--azulejo-good)',
  'var(--azulejo-bad)',
  'var(--azulejo-quiet)',
] as const;

export function chartGroupsOf(
  histories: readonly TrackHistory[],
  period: Period,
  reading: Reading,
): ChartGroup[] {
  const numbers = histories.filter(({ track }) => track.isNumber);
  const unitOf = ({ track: { property } }: TrackHistory) =>
    numberView(property, configOf(property), reading).unit;
  return grouped(numbers, unitOf).map(([unit, members]) => ({
    unit,
    span: SPANS[unit],
    // Power is read from zero, where the device is at rest.
    floor: unit === 'W' || unit === 'kW' ? 0 : undefined,
    series: members.map((history) => ({
      label: history.track.label,
      unit,
      color: colorOf(history, members),
      isTarget: isTarget(history),
      shape: history.track.isHeld ? ('step' as const) : ('line' as const),
      ...lineOf(history, period, reading),
    })),
  }));
}

/** Returns the line's colour: targets have one of their own, and the first of what is measured is cobalt. */
function colorOf(history: TrackHistory, members: readonly TrackHistory[]): string {
  if (isTarget(history)) return 'var(--azulejo-attention)';
  const index = members.filter((each) => !isTarget(each)).indexOf(history);
  return palette[index % palette.length] ?? palette[0];
}

const isTarget = ({ track: { property } }: TrackHistory): boolean => isOfClass(property, TARGET);

/** Returns the numbers in the person's unit, with a gap where the device was silent. */
function lineOf({ track, samples }: TrackHistory, period: Period, reading: Reading) {
  const { property, isHeld } = track;
  const { shown } = numberView(property, configOf(property), reading);
  const gap = isHeld ? Number.POSITIVE_INFINITY : gapOf(samples, intervalMs(period));
  const points: [number, number | null][] = [];
  const band: ([number, number] | null)[] = [];
  const add = (at: number, value: number | null, bounds: Sample['band']) => {
    points.push([at, value]);
    band.push(bounds && sorted(shown(bounds[0]), shown(bounds[1])));
  };
  for (const [index, { at, value, band: bounds }] of samples.entries()) {
    if (typeof value !== 'number') continue;
    const before = samples[index - 1]?.at ?? at;
    if (at - before > gap) add(before + 1, null, null);
    add(at, shown(value), bounds);
  }
  return { points, band };
}

/** Sorts two numbers, because mired and kelvin run in opposite directions. */
const sorted = (one: number, other: number): [number, number] => (one < other ? [one, other] : [other, one]);

/** Extends the history up to now by the current values, and by held ones. */
export function withNow(
  histories: readonly TrackHistory[],
  live: ReadonlyMap<string, Sample>,
  period: Period,
  now: number,
): TrackHistory[] {
  const isOpen = period.from <= now && now < period.to;
  return histories.map(({ track, samples }) => {
    const latest = live.get(track.key);
    const isFresh = isOpen && latest !== undefined && latest.at >= period.from;
    const known = isFresh ? withLatest(samples, latest) : samples;
    const end = known.at(-1);
    const until = Math.min(now, period.to);
    const isLasting = track.isHeld && end !== undefined && end.at < until;
    return { track, samples: isLasting ? [...known, { ...end, at: until, band: null }] : known };
  });
}

/** Adds the latest value. It may be earlier than the middle of the running interval, which includes it. */
function withLatest(samples: readonly Sample[], latest: Sample): Sample[] {
  const earlier = samples.filter(({ at }) => at < latest.at);
  const running = samples.find(({ at, band }) => at >= latest.at && band !== null);
  return [...earlier, ...(running ? [{ ...running, at: latest.at - 1 }] : []), latest];
}
