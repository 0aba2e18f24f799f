import type { Weekday } from '../weekdays.ts';
import { type Day, instantOf, isOnDays, utcDayOf } from './local-time.ts';
import { type HomeTime, sunOf } from './sun.ts';

/** A trigger by the clock. */
export type ScheduleTrigger =
  /** `minute` counts from local midnight. */
  | { readonly kind: 'time'; readonly minute: number; readonly days?: readonly Weekday[] }
  | {
      readonly kind: 'sun';
      readonly event: 'sunrise' | 'sunset';
      /** The offset is negative before the event. */
      readonly offsetMs: number;
      readonly days?: readonly Weekday[];
    }
  /** Counts elapsed time from `since`, which is when the automation was switched on or this trigger was edited. */
  | { readonly kind: 'every'; readonly periodMs: number; readonly since: number };

/** The next time of a trigger: it fires then, or it is recorded then that the sun does not rise or set. */
export type Occurrence = {
  readonly kind: 'fires' | 'no-sun';
  readonly at: number;
  /** The local date that it belongs to; absent for elapsed time. */
  readonly day?: Day;
};

/** The longest search: one day of the week, once skipped by the zone, and the days at both ends. */
const MAX_DAYS = 20;
const DAYS_PER_WEEK = 7;

/**
 * Returns the first occurrence after `after`: at most one for each local date. Returns undefined when there is
 * none, which is so for the sun of a home without a position. Dates on which it fired already are left out: a clock
 * that was set back, or a home that moved west, comes to them again.
 */
export function nextOf(
  trigger: ScheduleTrigger,
  after: number,
  home: HomeTime,
  fired: readonly Day[] = [],
): Occurrence | undefined {
  if (trigger.kind === 'every') {
    const periods = Math.max(0, Math.floor((after - trigger.since) / trigger.periodMs));
    return { kind: 'fires', at: trigger.since + (periods + 1) * trigger.periodMs };
  }
  // An offset may move the event to the next date; two more days cover every zone.
  const reach = trigger.kind === 'sun' ? trigger.offsetMs : 0;
  const first = utcDayOf(after - reach) - 2;
  const end = first + MAX_DAYS + fired.length * DAYS_PER_WEEK;
  for (let day = first; day < end; day += 1) {
    if (!isOnDays(day, trigger.days) || fired.includes(day)) continue;
    const occurrence = trigger.kind === 'time' ? onDay(trigger.minute, day, home) : sunOn(trigger, day, home);
    if (occurrence !== undefined && occurrence.at > after) return { ...occurrence, day };
  }
  return undefined;
}

function onDay(minute: number, day: Day, { zone }: HomeTime): Occurrence | undefined {
  const at = instantOf(zone, day, minute);
  return at === undefined ? undefined : { kind: 'fires', at };
}

function sunOn(
  { event, offsetMs }: Extract<ScheduleTrigger, { kind: 'sun' }>,
  day: Day,
  home: HomeTime,
): Occurrence | undefined {
  const sun = sunOf(home, day);
  if (sun === undefined) return undefined;
  const at = sun[event];
  return at === undefined
    ? { kind: 'no-sun', at: sun.noon + offsetMs }
    : { kind: 'fires', at: at + offsetMs };
}
