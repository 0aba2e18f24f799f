import type { Weekday } from '../weekdays.ts';
import { type Day, firstOf, instantOf, isOnDays, utcDayOf } from './local-time.ts';
import type { HomeTime } from './sun.ts';

/** A part of the day, in minutes since local midnight. When `to` is not after `from`, it ends on the next date. */
export type TimeWindow = {
  readonly from: number;
  readonly to: number;
  /** The days of the week on which the window begins. */
  readonly days?: readonly Weekday[];
};

/**
 * Returns whether the time is within the window: from the instant at which a trigger at `from` fires to before
 * the instant of one at `to`, so that both agree on days when the clock changes. Of an hour that comes twice, the second
 * one is within the window too, as the clock shows.
 */
export function isWithin(window: TimeWindow, at: number, { zone }: HomeTime): boolean {
  const today = utcDayOf(at);
  const first = firstOf(zone, at);
  for (let day = today - 2; day <= today + 1; day += 1) {
    if (!isOnDays(day, window.days)) continue;
    if (isWithinDay(window, at, zone, day)) return true;
    if (first !== undefined && isWithinDay(window, first, zone, day)) return true;
  }
  return false;
}

function isWithinDay({ from, to }: TimeWindow, at: number, zone: string, day: Day): boolean {
  const start = instantOf(zone, day, from);
  if (start === undefined || at < start) return false;
  let last = to > from ? day : day + 1;
  let end = instantOf(zone, last, to);
  // The zone skips at most one date in succession.
  if (end === undefined) {
    last += 1;
    end = instantOf(zone, last, to);
  }
  return end !== undefined && at < end;
}
