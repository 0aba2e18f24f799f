import type { Tariff } from '@azulejo/contract';
import { cutByOffset, type Segment, type Zone } from '../../telemetry/history/index.ts';
import { type Bar, HOUR_MS, wholeHourFrom } from './bars.ts';

type SecondRate = NonNullable<Tariff['second']>;

const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = 7 * DAY_MINUTES;
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const THURSDAY_MINUTES = 3 * DAY_MINUTES;
const WEEKEND_MINUTES = 5 * DAY_MINUTES;

/**
 * Cuts bars into segments of whole hours with one rate each: `weight` is the part of an hour at the second rate.
 * An hour that the border of a bar cuts belongs to the bar in which it begins, as in the history.
 */
export function segmentsOf(bars: readonly Bar[], zone: Zone, second: SecondRate | undefined): Segment[] {
  const segments = bars.map((bar, index) => ({
    bar: index,
    from: wholeHourFrom(bar.from),
    to: wholeHourFrom(bar.to),
    weight: 0,
  }));
  const whole = segments.filter(({ from, to }) => from < to);
  if (!second) return whole;
  const weightAt = weightOfHours(second);
  return whole.flatMap((segment) => cut(segment, zone, weightAt));
}

function cut(segment: Segment, zone: Zone, weightAt: (minute: number) => number): Segment[] {
  const parts: { bar: number; from: number; to: number; weight: number }[] = [];
  for (const piece of cutByOffset(zone, segment.from, segment.to)) {
    for (let from = wholeHourFrom(piece.from); from < piece.to; from += HOUR_MS) {
      const weight = weightAt((from + piece.offset) / 60_000);
      const last = parts.at(-1);
      if (last?.weight === weight) last.to = from + HOUR_MS;
      else parts.push({ bar: segment.bar, from, to: from + HOUR_MS, weight });
    }
  }
  return parts;
}

/** Returns a function of an hour's first local minute since 1970: the part of the hour at the second rate. */
function weightOfHours(second: SecondRate): (minute: number) => number {
  const [from, to] = [minutesOf(second.from), minutesOf(second.to)];
  const isSecond = (minuteOfWeek: number): boolean => {
    if (second.weekends && minuteOfWeek >= WEEKEND_MINUTES) return true;
    const minute = minuteOfWeek % DAY_MINUTES;
    return from < to ? minute >= from && minute < to : minute >= from || minute < to;
  };
  const known = new Map<number, number>();
  return (minute) => {
    const begin = (Math.floor(minute) + THURSDAY_MINUTES) % WEEK_MINUTES;
    const weight =
      known.get(begin) ??
      Array.from({ length: 60 }, (_, index) => isSecond((begin + index) % WEEK_MINUTES)).filter(Boolean)
        .length / 60;
    known.set(begin, weight);
    return weight;
  };
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return 60 * hours + minutes;
}
