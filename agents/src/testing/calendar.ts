import type { Calendar, Weekday } from '../compiled.ts';

const DAY_MS = 86_400_000;
const WEEKDAYS: readonly Weekday[] = ['th', 'fr', 'sa', 'su', 'mo', 'tu', 'we'];

const isOnDay = (day: number, days: readonly Weekday[] | undefined) => {
  const name = WEEKDAYS[day % 7];
  return days === undefined || (name !== undefined && days.includes(name));
};

/** A calendar in UTC, where the sun is up from 06:00 to 18:00, except on every tenth day since 1970. */
export const utc: Calendar = {
  next(trigger, after) {
    if (trigger.kind === 'every') {
      const periods = Math.floor((after - trigger.since) / trigger.periodMs) + 1;
      return { kind: 'fires', at: trigger.since + periods * trigger.periodMs };
    }
    const ofDay =
      trigger.kind === 'time'
        ? trigger.minute * 60_000
        : (trigger.event === 'sunrise' ? 6 : 18) * 3_600_000 + trigger.offsetMs;
    for (let day = Math.floor(after / DAY_MS) - 1; ; day += 1) {
      const at = day * DAY_MS + ofDay;
      if (at <= after || !isOnDay(day, trigger.days)) continue;
      return { kind: trigger.kind === 'sun' && day % 10 === 0 ? 'no-sun' : 'fires', at };
    }
  },
  isWithin({ from, to, days }, at) {
    const minute = Math.floor((at % DAY_MS) / 60_000);
    const day = Math.floor(at / DAY_MS);
    if (to > from) return isOnDay(day, days) && minute >= from && minute < to;
    return (minute >= from && isOnDay(day, days)) || (minute < to && isOnDay(day - 1, days));
  },
  isSunUp: (at) => Math.floor((at % DAY_MS) / 3_600_000) >= 6 && Math.floor((at % DAY_MS) / 3_600_000) < 18,
};
