import type { HistoryPoint } from '@azulejo/contract';
import { describe, expect, it } from 'vitest';
import { axisEnd, barPeriod, barsOf } from './energy-bars.ts';

const point = (hour: number, min: number, max: number): HistoryPoint =>
  ({ timestamp: new Date(2026, 2, 14, hour).toISOString(), value: max, min, max }) as HistoryPoint;
const day = barPeriod('hour', new Date(2026, 2, 14, 12).getTime());

describe('the bars of a meter', () => {
  it('have what the counter rose from the beginning of an hour to the next', () => {
    const bars = barsOf('hour', day, [point(2, 10.5, 10.8), point(1, 10, 10.4), point(0, 9, 9.9)]);
    expect(bars).toHaveLength(24);
    const used = bars.slice(0, 4).map((bar) => Number(bar.used.toFixed(3)));
    expect(used).toEqual([1, 0.5, 0.3, 0]);
  });

  it('do not run backwards when the counter is reset', () => {
    const bars = barsOf('hour', day, [point(0, 500, 501), point(1, 0, 2)]);
    expect(bars.slice(0, 2).map(({ used }) => used)).toEqual([1, 2]);
  });

  it('cover the days of the month and the months of the year', () => {
    const march = new Date(2026, 2, 14).getTime();
    expect(barsOf('day', barPeriod('day', march), [])).toHaveLength(31);
    expect(barsOf('month', barPeriod('month', march), [])).toHaveLength(12);
  });

  it('end at a round number', () => {
    expect([0, 0.42, 1.42, 7, 11].map(axisEnd)).toEqual([1, 0.5, 1.5, 10, 15]);
  });
});
