import type { EnergyBar } from '@azulejo/contract';
import { type Period, periodAt } from '../../kit/formats/period.ts';

export const barKinds = ['hour', 'day', 'month'] as const;
/** The length of one bar: the hours of a day, the days of a month, or the months of a year. */
export type BarKind = (typeof barKinds)[number];

const periods = { hour: 'day', day: 'month', month: 'year' } as const;

/** Returns the period that the bars show, shifted by `moved` periods. */
export const barPeriod = (kind: BarKind, moment: number, moved = 0): Period =>
  periodAt(periods[kind], moment, moved);

/** A bar in kWh. What was used is undefined when nothing is known of this time. */
export type Bar = {
  readonly from: number;
  readonly to: number;
  readonly used: number | undefined;
  readonly produced: number | undefined;
  readonly estimated: number;
  readonly cost: number | undefined;
};

/** Returns the bars with their ends; the last one ends at `end`. */
export const barsOf = (bars: readonly EnergyBar[], end: number): Bar[] =>
  bars.map(({ timestamp, consumed, produced, estimated = 0, cost }, index) => {
    const next = bars[index + 1];
    const to = next ? Date.parse(next.timestamp) : end;
    return { from: Date.parse(timestamp), to, used: consumed, produced, estimated, cost };
  });

type Sum = { readonly [Name in 'used' | 'produced' | 'cost']: number | undefined } & {
  readonly estimated: number;
};

/** Adds up bars up to `until`; of the bar that it cuts, the part before it. What no bar has is undefined. */
export function sumOf(bars: readonly Bar[], until = Number.POSITIVE_INFINITY): Sum {
  const total = (name: 'used' | 'produced' | 'cost' | 'estimated') =>
    bars.reduce<number | undefined>((sum, bar) => {
      const part = Math.max(0, Math.min(1, (until - bar.from) / (bar.to - bar.from)));
      const value = bar[name];
      return value === undefined || part === 0 ? sum : (sum ?? 0) + value * part;
    }, undefined);
  return {
    used: total('used'),
    produced: total('produced'),
    cost: total('cost'),
    estimated: total('estimated') ?? 0,
  };
}

/** Returns the end of an axis, of at least `most`, whose thirds are round numbers. */
export function axisEnd(most: number): number {
  if (most <= 0) return 3;
  const size = 10 ** Math.floor(Math.log10(most));
  return size * ([1.2, 1.5, 3, 4.5, 6, 9, 12].find((step) => step * size >= most) ?? 12);
}
