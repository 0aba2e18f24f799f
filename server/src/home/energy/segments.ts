import type { Tariff } from '@azulejo/contract';
import { cutByOffset, type Segment, type Zone } from '../../telemetry/history/index.ts';
import { type Bar, HOUR_MS, hourOf, MINUTE_MS } from './bars.ts';

type SecondRate = NonNullable<Tariff['second']>;

const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = 7 * DAY_MINUTES;
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const THURSDAY_MINUTES = 3 * DAY_MINUTES;
const WEEKEND_MINUTES = 5 * DAY_MINUTES;

/** Returns the part of some minutes at the second rate; `minute` is the first one, in local time since 1970. */
type WeightAt = (minute: number, length: number) => number;

/**
 * Cuts bars into segments of whole hours with one rate each: `weight` is the part of an hour at the second rate. The
 * border of a bar cuts an hour where the zone is half an hour off: that hour is a segment of its own.
 */
export function segmentsOf(bars: readonly Bar[], zone: Zone, second: SecondRate | undefined): Segment[] {
  const weightAt = second && weightsOf(second);
  const segments: Segment[] = [];
  const weightIn = (from: number, to: number) =>
    weightAt?.((from + zone.offsetAt(from)) / MINUTE_MS, (to - from) / MINUTE_MS) ?? 0;
  for (const [bar, { from, to }] of bars.entries()) {
    if (bar === 0) segments.push(...segmentOfBorder(from, { before: -1, after: 0 }, weightIn));
    const whole = { bar, from: hourOf(from + HOUR_MS - 1), to: hourOf(to), weight: 0 };
    if (whole.from < whole.to) segments.push(...(weightAt ? cutByWeight(whole, zone, weightAt) : [whole]));
    const after = bar + 1 < bars.length ? bar + 1 : -1;
    segments.push(...segmentOfBorder(to, { before: bar, after }, weightIn));
  }
  return segments;
}

/** Returns the hour that a border of a bar cuts; none when it lies between two hours. */
function segmentOfBorder(
  at: number,
  { before, after }: { before: number; after: number },
  weightIn: (from: number, to: number) => number,
): Segment[] {
  const from = hourOf(at);
  if (from === at) return [];
  const to = from + HOUR_MS;
  const cut = { at, bar: after, weight: weightIn(at, to) };
  return [{ bar: before, from, to, weight: weightIn(from, at), cut }];
}

function cutByWeight(segment: Segment, zone: Zone, weightAt: WeightAt): Segment[] {
  const parts: { bar: number; from: number; to: number; weight: number }[] = [];
  for (const piece of cutByOffset(zone, segment.from, segment.to)) {
    for (let from = hourOf(piece.from + HOUR_MS - 1); from < piece.to; from += HOUR_MS) {
      const weight = weightAt((from + piece.offset) / MINUTE_MS, 60);
      const last = parts.at(-1);
      if (last?.weight === weight) last.to = from + HOUR_MS;
      else parts.push({ bar: segment.bar, from, to: from + HOUR_MS, weight });
    }
  }
  return parts;
}

function weightsOf(second: SecondRate): WeightAt {
  const [from, to] = [minutesOf(second.from), minutesOf(second.to)];
  const isSecond = (minuteOfWeek: number): boolean => {
    if (second.weekends && minuteOfWeek >= WEEKEND_MINUTES) return true;
    const minute = minuteOfWeek % DAY_MINUTES;
    return from < to ? minute >= from && minute < to : minute >= from || minute < to;
  };
  const known = new Map<number, number>();
  return (minute, length) => {
    const begin = (Math.floor(minute) + THURSDAY_MINUTES) % WEEK_MINUTES;
    const key = begin * 64 + length;
    const weight =
      known.get(key) ??
      Array.from({ length }, (_, index) => isSecond((begin + index) % WEEK_MINUTES)).filter(Boolean).length /
        length;
    known.set(key, weight);
    return weight;
  };
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return 60 * hours + minutes;
}
