import { describe, expect, it } from 'vitest';
import { axisEnd, barPeriod, barsOf, sumOf } from './bars.ts';

const HOUR = 3_600_000;
const { from, to } = barPeriod('hour', new Date(2026, 0, 14, 12).getTime());
const wire = (hour: number, members: object = {}) => ({
  timestamp: new Date(from + hour * HOUR).toISOString(),
  ...members,
});

describe('the bars of energy', () => {
  it('ends each bar where the next one begins, and the last with the period', () => {
    const bars = barsOf([wire(0, { consumed: 1, cost: 0.2 }), wire(23)], to);
    expect(bars).toEqual([
      { from, to: from + 23 * HOUR, used: 1, produced: undefined, estimated: 0, cost: 0.2 },
      { from: from + 23 * HOUR, to, used: undefined, produced: undefined, estimated: 0, cost: undefined },
    ]);
  });

  it('adds bars up to a moment, with a part of the bar that it cuts', () => {
    const bars = barsOf([wire(0, { consumed: 1 }), wire(1, { consumed: 2 }), wire(2), wire(3)], to);
    expect(sumOf(bars).used).toBe(3);
    expect(sumOf(bars, from + 1.5 * HOUR).used).toBe(2);
    expect(sumOf(bars.slice(2)).used).toBeUndefined();
  });

  it('covers the day, the month and the year around a moment', () => {
    const moved = barPeriod('month', from, -1);
    expect([new Date(moved.from).getFullYear(), new Date(moved.to).getFullYear()]).toEqual([2025, 2026]);
  });

  it('ends the axis at a round number', () => {
    expect([0, 0.42, 1.42, 7, 11, 95].map(axisEnd)).toEqual([3, 0.45, 1.5, 9, 12, 120]);
  });
});
