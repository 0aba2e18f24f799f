import type { QuietHours } from '@azulejo/contract';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** Creating a format takes a tenth of a millisecond, and a server sees few time zones. */
const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 100;

export function isTimezone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Returns until when the hours last that include this time; undefined when none do. */
export function quietUntil(hours: QuietHours | null, now: number): number | undefined {
  if (!hours) return undefined;
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)];
  const local = localMinutes(now, hours.timezone);
  const length = distance(from, to) || DAY_MINUTES;
  if (distance(from, local) >= length) return undefined;
  const end = now - (now % MINUTE_MS) + (distance(local, to) || DAY_MINUTES) * MINUTE_MS;
  // When the clocks change in between, the end is an hour earlier or later.
  const off = distance(localMinutes(end, hours.timezone), to);
  const correction = off > DAY_MINUTES / 2 ? off - DAY_MINUTES : off;
  return Math.max(now + MINUTE_MS, end + correction * MINUTE_MS);
}

/** Returns the minutes from one time of the day to the next other. */
const distance = (one: number, other: number): number => (other - one + DAY_MINUTES) % DAY_MINUTES;

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const localMinutes = (time: number, zone: string): number => minutesOf(formatOf(zone).format(time));

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const options = { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const format = new Intl.DateTimeFormat('en-GB', options);
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(zone, format);
  return format;
}
