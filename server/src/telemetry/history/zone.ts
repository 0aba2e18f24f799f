import { DAY_MS, HOUR_MS, MINUTE_MS } from './point.ts';

/** A time zone. `offsetAt` returns how far its clocks are ahead of UTC, in milliseconds. */
export type Zone = { readonly offsetAt: (time: number) => number };

export type Piece = { readonly from: number; readonly to: number; readonly offset: number };

export const UTC: Zone = { offsetAt: () => 0 };

/** Excludes offsets and POSIX names, which say nothing about daylight saving time. */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/;

/** Returns undefined when the name is not that of an IANA time zone. */
export function findZone(name: string): Zone | undefined {
  if (!ZONE_NAME.test(name) || name.length > 64) return undefined;
  try {
    const format = new Intl.DateTimeFormat('en-US', { ...FIELDS, timeZone: name });
    return { offsetAt: (time) => offsetOf(format, time) };
  } catch {
    return undefined;
  }
}

const FIELDS = {
  hourCycle: 'h23',
  era: 'short',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;

function offsetOf(format: Intl.DateTimeFormat, time: number): number {
  const seconds = Math.floor(time / 1000) * 1000;
  const parts = new Map(format.formatToParts(seconds).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return local - seconds;
}

/** Shorter than any time between two changes of a zone's clocks. */
const STEP_MS = 14 * DAY_MS;

/** Cuts a non-empty range where the zone's clocks change. */
export function cutByOffset({ offsetAt }: Zone, from: number, to: number): Piece[] {
  const pieces: Piece[] = [];
  let start = from;
  let offset = offsetAt(from);
  for (let time = from; time < to; ) {
    const next = Math.min(to, time + STEP_MS);
    const changed =
      offsetAt(next - 1) === offset ? undefined : findChange(offsetAt, offset, { from: time, to: next - 1 });
    if (changed !== undefined) {
      pieces.push({ from: start, to: changed, offset });
      start = changed;
      offset = offsetAt(changed);
    }
    time = changed ?? next;
  }
  pieces.push({ from: start, to, offset });
  return pieces;
}

/** Returns the first moment with a different offset. Clocks change on a whole minute of UTC. */
function findChange(
  offsetAt: Zone['offsetAt'],
  offset: number,
  { from, to }: { from: number; to: number },
): number {
  if (offsetAt(from) !== offset) return from;
  let [low, high] = [Math.floor(from / MINUTE_MS), Math.ceil(to / MINUTE_MS)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * MINUTE_MS) === offset) low = middle;
    else high = middle;
  }
  return high * MINUTE_MS;
}

/** Returns when interval number `place` begins. Intervals are numbered from 1970 in the zone's local time. */
export function beginOf({ offsetAt }: Zone, place: number, interval: number): number {
  const local = place * interval;
  const offsets = [offsetAt(local - 15 * HOUR_MS), offsetAt(local), offsetAt(local + 15 * HOUR_MS)];
  // Clocks may skip or repeat an hour at midnight: the first moment within the interval counts.
  const moments = offsets.map((offset) => local - offset).sort((a, b) => a - b);
  const isWithin = (time: number) => Math.floor((time + offsetAt(time)) / interval) === place;
  return moments.find(isWithin) ?? local - offsetAt(local);
}
