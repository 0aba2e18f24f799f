import { type Program, type ScheduleDays, type SwitchPoint, WEEKDAYS } from '@azulejo/model';
import { t } from '@lingui/core/macro';
import type { NumberView } from '../../../devices/controls/number-view.ts';
import { formatTime } from '../../../kit/formats/format-time.ts';
import type { Reading } from '../../../kit/formats/reading.ts';

/** A Monday; only its day of the week matters. */
const MONDAY = { year: 2024, month: 0, day: 1 };

const dayAt = (index: number, minute = 0): Date =>
  new Date(MONDAY.year, MONDAY.month, MONDAY.day + index, 0, minute);

/** Returns `Monday`, `Monday to Friday` or `Workdays`; in its short form `Mon` or `Mon–Fri`. */
export function daysText(days: ScheduleDays, { locale }: Reading, form: 'long' | 'short'): string {
  if (days === 'workdays') return t`Workdays`;
  if (days === 'days-off') return t`Days off`;
  const name = (day: (typeof days)[number] | undefined) =>
    day === undefined
      ? ''
      : new Intl.DateTimeFormat(locale, { weekday: form }).format(dayAt(WEEKDAYS.indexOf(day)));
  const [first] = days;
  const [from, to] = [name(first), name(days.at(-1))];
  if (days.length === 1) return from;
  return form === 'short' ? `${from}–${to}` : t`${from} to ${to}`;
}

/** Returns the time of day in the person's hours. */
export const minuteText = (minute: number, reading: Reading): string => formatTime(dayAt(0, minute), reading);

/** Returns `06:00 21 °C, 22:00 17 °C`, or that nothing is known or planned. */
export function pointsText(
  points: readonly SwitchPoint[] | undefined,
  numbers: NumberView,
  reading: Reading,
): string {
  if (!points) return t`Not known yet`;
  if (points.length === 0) return t`No times yet`;
  return points
    .map(({ minute, temperature }) => `${minuteText(minute, reading)} ${numbers.text(temperature)}`)
    .join(', ');
}

/** Returns the place of today in the programs; -1 if they do not name the days. */
export const todayIn = (programs: readonly Program[], now: Date): number => {
  const today = WEEKDAYS[(now.getDay() + 6) % 7];
  return programs.findIndex(({ days }) => Array.isArray(days) && today !== undefined && days.includes(today));
};
