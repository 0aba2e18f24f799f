import type { HistoryPoint } from '@azulejo/contract';
import { type Period, periodAt } from '../../formats/period.ts';

export const barKinds = ['hour', 'day', 'month'] as const;
/** The length of one bar: the hours of today, the days of this month, or the months of this year. */
export type BarKind = (typeof barKinds)[number];

const periods = { hour: 'day', day: 'month', month: 'year' } as const;

/** Returns the period that the bars show. */
export const barPeriod = (kind: BarKind, now: number): Period => periodAt(periods[kind], now);

export type Bar = { readonly from: number; readonly to: number; readonly used: number };

const MAX_BARS = 31;

/** Returns the beginnings of the bars, and the end of the last. */
function bordersOf(kind: BarKind, { from, to }: Period): number[] {
  const borders = [from];
  for (let at = from; at < to && borders.length <= MAX_BARS; ) {
    const day = new Date(at);
    if (kind === 'hour') at += 3_600_000;
    else if (kind === 'day') at = day.setDate(day.getDate() + 1);
    else at = day.setMonth(day.getMonth() + 1);
    borders.push(at);
  }
  return borders;
}

/**
 * Returns how much a counter rose in each part of the period. What it rose between two points belongs to the
 * earlier one; a counter that was reset did not run backwards.
 */
export function barsOf(kind: BarKind, period: Period, points: readonly HistoryPoint[]): Bar[] {
  const rises = points
    .flatMap(({ timestamp, min, max }) =>
      min === undefined || max === undefined ? [] : [{ at: Date.parse(timestamp), min, max }],
    )
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, min, max }, index, all) => ({
      at,
      used: Math.max(0, max - min, (all[index + 1]?.min ?? max) - min),
    }));
  const borders = bordersOf(kind, period);
  return borders.slice(0, -1).map((from, index) => {
    const to = borders[index + 1] ?? from;
    const own = rises.filter(({ at }) => at >= from && at < to);
    return { from, to, used: own.reduce((sum, { used }) => sum + used, 0) };
  });
}

/** Returns the end of an axis, a round number of at least `most`. */
export function axisEnd(most: number): number {
  if (most <= 0) return 1;
  const size = 10 ** Math.floor(Math.log10(most));
  return size * ([1, 1.5, 2, 3, 5, 10].find((step) => step * size >= most) ?? 10);
}
