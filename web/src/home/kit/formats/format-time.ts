import type { Reading } from './reading.ts';

type Moment = Date | number;
type TimeFormat = Pick<Reading, 'hourFormat' | 'locale'> & {
  /** The default is the browser's time zone. */
  readonly timeZone?: string;
};

/** Returns `21:04` or `9:04 PM`. */
export const formatTime = (moment: Moment, format: TimeFormat): string => written(moment, format, {});

/** Returns `21 Nov 2026, 21:04`. */
export const formatDateTime = (moment: Moment, format: TimeFormat): string =>
  written(moment, format, { day: 'numeric', month: 'short', year: 'numeric' });

const formats = new Map<string, Intl.DateTimeFormat>();

function written(
  moment: Moment,
  { hourFormat, locale, timeZone }: TimeFormat,
  date: Intl.DateTimeFormatOptions,
): string {
  // Formats are memoized, because creating one is slow and a list of devices needs the same ones repeatedly.
  const key = [locale, hourFormat, date.day, timeZone].join(' ');
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(locale, {
      ...date,
      minute: '2-digit',
      ...hoursOf(hourFormat),
      ...(timeZone && { timeZone }),
    });
  formats.set(key, format);
  return format.format(moment);
}

const hoursOf = (hourFormat: TimeFormat['hourFormat']) =>
  hourFormat === 12
    ? ({ hour: 'numeric', hourCycle: 'h12' } as const)
    : ({ hour: '2-digit', hourCycle: 'h23' } as const);
