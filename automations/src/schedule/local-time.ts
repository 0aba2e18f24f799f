import { Temporal } from 'temporal-polyfill';
import { WEEKDAYS, type Weekday } from '../weekdays.ts';
import { memoize } from './memoize.ts';

/** A date of the calendar as the number of days since 1970-01-01. */
export type Day = number;

const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;
const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 1_440;
const MAX_ZONES = 64;
const MAX_INSTANTS_PER_ZONE = 1_024;
const EPOCH = new Temporal.PlainDate(1970, 1, 1);
/** 1970-01-01 was a Thursday. */
const WEEKDAY_OF_EPOCH = 3;

const zones = memoize(MAX_ZONES, (zone: string) =>
  memoize(MAX_INSTANTS_PER_ZONE, (minute: number) => convert(zone, minute)),
);

/**
 * Returns when a clock of the zone shows `minute` (minutes since midnight) on this date, in milliseconds since
 * 1970. A time that the change to summer time skips is moved by the length of the gap, and of a time that comes
 * twice it is the first (RFC 5545 3.3.5). Returns undefined for a date that the zone skipped as a whole.
 */
export const instantOf = (zone: string, day: Day, minute: number): number | undefined =>
  zones(zone)(day * MINUTES_PER_DAY + minute);

/**
 * Returns the earlier instant at which the clocks of the zone showed the same; undefined for a time that does not come
 * twice.
 */
export function firstOf(zone: string, at: number): number | undefined {
  const repeated = repeats(zone)(Math.floor(at / QUARTER_MS));
  return repeated === 0 ? undefined : at - repeated;
}

/** Returns by how much later the clocks show the same again, in a quarter of an hour: no zone changes within one. */
function repeatedBy(zone: string, at: number): number {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return at - local.toPlainDateTime().toZonedDateTime(zone).epochMilliseconds;
}

const repeats = memoize(MAX_ZONES, (zone: string) =>
  memoize(MAX_INSTANTS_PER_ZONE, (quarter: number) => repeatedBy(zone, quarter * QUARTER_MS)),
);

function convert(timeZone: string, minuteSinceEpoch: number): number | undefined {
  const date = EPOCH.add({ days: Math.floor(minuteSinceEpoch / MINUTES_PER_DAY) });
  const minuteOfDay = minuteSinceEpoch - Math.floor(minuteSinceEpoch / MINUTES_PER_DAY) * MINUTES_PER_DAY;
  const plainTime = new Temporal.PlainTime(
    Math.floor(minuteOfDay / MINUTES_PER_HOUR),
    minuteOfDay % MINUTES_PER_HOUR,
  );
  const moment = date.toZonedDateTime({ timeZone, plainTime });
  // A gap may end on the next date, but only a date without a first instant of its own does not exist.
  const exists =
    moment.toPlainDate().equals(date) || date.toZonedDateTime({ timeZone }).toPlainDate().equals(date);
  return exists ? moment.epochMilliseconds : undefined;
}

/** Returns the date in UTC. The date in any zone is this one, the day before or the day after. */
export const utcDayOf = (at: number): Day => Math.floor(at / DAY_MS);

/** Returns whether the date is one of these days of the week; without a list, every date is. */
export function isOnDays(day: Day, days: readonly Weekday[] | undefined): boolean {
  const index = (((day + WEEKDAY_OF_EPOCH) % WEEKDAYS.length) + WEEKDAYS.length) % WEEKDAYS.length;
  const weekday = WEEKDAYS[index];
  return days === undefined || (weekday !== undefined && days.includes(weekday));
}
