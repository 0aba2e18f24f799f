import { beginOf, findZone, UTC } from '../../telemetry/history/index.ts';
import type { DayStart } from './replay/task.ts';

const DAY_MS = 24 * 3_600_000;

/** Returns the local dates of a home from `from` to `to`, oldest first. */
export function daysBetween(zoneName: string, from: number, to: number): DayStart[] {
  const zone = findZone(zoneName) ?? UTC;
  const dayOf = (time: number) => Math.floor((time + zone.offsetAt(time)) / DAY_MS);
  const days: DayStart[] = [];
  for (let day = dayOf(from); day <= dayOf(to); day += 1)
    days.push({
      date: new Date(day * DAY_MS).toISOString().slice(0, 10),
      from: beginOf(zone, day, DAY_MS),
    });
  return days;
}
