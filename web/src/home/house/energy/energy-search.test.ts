import { describe, expect, it } from 'vitest';
import { dateOf, momentOf, readEnergySearch } from './energy-search.ts';

describe('the address of the energy page', () => {
  it('reads the bars, the period and one room or device from the address, and nothing else', () => {
    expect(readEnergySearch({ bars: 'month', on: '2026-03-14', room: 7 })).toEqual({
      bars: 'month',
      on: '2026-03-14',
      room: '7',
      device: undefined,
    });
    const wrong = { bars: 'week', on: '2026-99-99', room: ['a'], device: '' };
    expect(Object.values(readEnergySearch(wrong)).every((each) => each === undefined)).toBe(true);
  });

  it('names days as the clock here does, and none of the future', () => {
    const now = new Date(2026, 2, 14, 12).getTime();
    expect(dateOf(now)).toBe('2026-03-14');
    expect(momentOf('2026-03-01', now)).toBe(new Date(2026, 2, 1).getTime());
    expect(momentOf('2027-01-01', now)).toBe(now);
  });
});
