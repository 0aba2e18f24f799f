import { invalidField } from '../../platform/api-error.ts';
import { beginOf, type Zone } from '../../telemetry/history/index.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type BarInterval = 'hour' | 'day' | 'month';

/** A bar, from `from` (inclusive) to `to` (exclusive). */
export type Bar = { readonly from: number; readonly to: number };

const MAX_BARS = { hour: 800, day: 400, month: 120 } as const;
/** No bar is shorter than this. A day on which the clocks go forward has 23 hours. */
const MIN_BAR_MS = { hour: HOUR_MS, day: 22 * HOUR_MS, month: 27 * DAY_MS } as const;

/** A date in the zone; months and days beyond their end are those of the following year and month. */
type Day = { readonly year: number; readonly month: number; readonly day: number };

function dayAt({ offsetAt }: Zone, time: number): Day {
  const local = new Date(time + offsetAt(time));
  return { year: local.getUTCFullYear(), month: local.getUTCMonth(), day: local.getUTCDate() };
}

const beginOfDay = (zone: Zone, { year, month, day }: Day): number =>
  beginOf(zone, Math.floor(Date.UTC(year, month, day) / DAY_MS), DAY_MS);

/** Returns a function that returns when bar number `index` begins, counted from the one that contains `time`. */
function beginsOfBars(interval: BarInterval, zone: Zone, time: number): (index: number) => number {
  if (interval === 'hour') {
    const ahead = zone.offsetAt(time);
    const first = hourOf(time + ahead) - ahead;
    return (index) => first + index * HOUR_MS;
  }
  const date = dayAt(zone, time);
  return interval === 'day'
    ? (index) => beginOfDay(zone, { ...date, day: date.day + index })
    : (index) => beginOfDay(zone, { ...date, month: date.month + index, day: 1 });
}

/** Returns the beginning of the day, month or year that contains `time`, for hours, days and months. */
export function defaultBegin(interval: BarInterval, zone: Zone, time: number): number {
  const date = dayAt(zone, time);
  if (interval === 'hour') return beginOfDay(zone, date);
  return beginOfDay(zone, { ...date, month: interval === 'month' ? 0 : date.month, day: 1 });
}

/** Returns the bars that begin in the range. Throws `invalid_request` when there are too many. */
export function barsIn(interval: BarInterval, zone: Zone, from: number, to: number): Bar[] {
  const most = MAX_BARS[interval];
  const tooMany = () => invalidField('from', `must be at most ${most} ${interval}s before "to"`);
  if ((to - from) / MIN_BAR_MS[interval] > 2 * most) throw tooMany();
  const beginOfBar = beginsOfBars(interval, zone, from);
  const bars: Bar[] = [];
  for (let index = 0; ; index += 1) {
    const begin = beginOfBar(index);
    if (begin >= to) return bars;
    if (begin < from) continue;
    if (bars.length === most) throw tooMany();
    bars.push({ from: begin, to: beginOfBar(index + 1) });
  }
}

/** Returns when the whole hour that contains `time` begins. Values are stored by whole hours of UTC. */
export const hourOf = (time: number): number => Math.floor(time / HOUR_MS) * HOUR_MS;
