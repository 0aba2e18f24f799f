import { describe, expect, it, vi } from 'vitest';
import { formatSince } from './format-since.ts';
import { formatDateTime, formatTime } from './format-time.ts';
import { readingOf } from './reading.ts';

const AT = Date.parse('2026-11-21T21:04:00Z');

describe('readingOf', () => {
  it.each([
    ['pt-PT', 'metric', 24],
    ['en-US', 'imperial', 12],
    ['en-GB', 'metric', 24],
  ] as const)('uses the conventions of %s as defaults', (locale, units, hourFormat) => {
    expect(readingOf({}, locale)).toEqual({ locale, units, hourFormat });
  });

  it('prefers what the person chose', () => {
    expect(readingOf({ locale: 'de_DE', units: 'imperial', hour_format: '12h' }, 'en-US')).toEqual({
      locale: 'de-DE',
      units: 'imperial',
      hourFormat: 12,
    });
  });

  it('ignores what is not a locale', () => {
    expect(readingOf({ locale: '!!' }, 'pt-PT').locale).toBe('pt-PT');
    expect(readingOf({ locale: '!!' }, '??').locale).toBe('en');
  });
});

describe('formats of times', () => {
  it.each([
    [{ hourFormat: 24, locale: 'en-GB' }, '21:04', '21 Nov 2026, 21:04'],
    [{ hourFormat: 12, locale: 'en-US' }, '9:04 PM', 'Nov 21, 2026, 9:04 PM'],
    [{ hourFormat: 24, locale: 'de-DE' }, '21:04', '21. Nov. 2026, 21:04'],
  ] as const)('writes times for %o', (reading, time, dateTime) => {
    expect(formatTime(AT, reading).replace('\u202f', ' ')).toBe(time);
    expect(formatDateTime(AT, reading).replace('\u202f', ' ')).toBe(dateTime);
  });

  it('shows times with a date unless they are of today', () => {
    vi.useFakeTimers({ now: AT + 3_600_000 });
    const reading = { units: 'metric', hourFormat: 24, locale: 'en-GB' } as const;
    expect(formatSince(AT, reading)).toBe('21:04');
    expect(formatSince('2026-11-20T21:04:00Z', reading)).toBe('20 Nov 2026, 21:04');
  });
});
