import type { Reading } from './reading.ts';

type Moment = Date | number;
type Said = Pick<Reading, 'hourFormat' | 'locale'>;

/** `21:04` or `9:04 PM`. */
export const formatTime = (moment: Moment, said: Said): string =>
  written(moment, said, { timeStyle: 'short' });

/** `21 Nov 2026, 21:04`. */
export const formatDateTime = (moment: Moment, said: Said): string =>
  written(moment, said, { dateStyle: 'medium', timeStyle: 'short' });

const formats = new Map<string, Intl.DateTimeFormat>();

function written(moment: Moment, { hourFormat, locale }: Said, style: Intl.DateTimeFormatOptions): string {
  // Making a format is slow, and a list of devices asks for the same ones again and again.
  const key = [locale, hourFormat, style.dateStyle, style.timeStyle].join(' ');
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(locale, { ...style, hourCycle: hourFormat === 12 ? 'h12' : 'h23' });
  formats.set(key, format);
  return format.format(moment);
}
