import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { passTime, renderDesign } from '../testing/render-design.tsx';
import { exactTime, toTime, When } from './when.tsx';

const NOW = Date.parse('2026-03-01T12:00:00Z');

describe('When', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW });
  });

  it.each([
    ['2026-03-01T11:59:30.000+0000', 'just now'],
    ['2026-03-01T11:55:00.000+0000', '5 minutes ago'],
    ['2026-03-01T10:00:00.000+0000', '2 hours ago'],
    ['2026-02-28T12:00:00.000+0000', 'yesterday'],
    ['2026-01-01T12:00:00.000+0000', '2 months ago'],
    ['2025-03-01T12:00:00.000+0000', 'last year'],
    ['2026-03-08T12:00:00.000+0000', 'in 7 days'],
  ])('shows %s as "%s"', (at, text) => {
    renderDesign(<When at={at} />);
    expect(screen.getByRole('time').textContent).toBe(text);
  });

  it('has the exact time for machines and in the tooltip', () => {
    renderDesign(<When at="2026-03-01T11:55:00.000+0000" />);
    const time = screen.getByRole<HTMLTimeElement>('time');
    expect(time.dateTime).toBe('2026-03-01T11:55:00.000Z');
    expect(time.title).toBe('1 Mar 2026, 11:55:00');
  });

  it('follows the time without a reload', async () => {
    renderDesign(<When at="2026-03-01T12:00:00.000+0000" />);
    expect(screen.getByRole('time').textContent).toBe('just now');
    await passTime(180_000);
    expect(screen.getByRole('time').textContent).toBe('3 minutes ago');
  });
});

it('toTime reads the offset of the wire, which some browsers cannot parse', () => {
  expect(toTime('2026-03-01T12:00:00.000+0000')).toBe(NOW);
  expect(exactTime('2026-03-01T12:00:00.000+0000')).toBe('1 Mar 2026, 12:00:00');
});
