import type { Rehearsal } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { toTime } from '../../../../design/when.tsx';
import { formatTime } from '../../../kit/formats/format-time.ts';
import type { Reading } from '../../../kit/formats/reading.ts';
import type { Mark, Moment } from './marks.ts';

const DAY_MS = 86_400_000;

/** Returns `Would have run 14 times last week`. */
export const countText = (count: number): string =>
  count === 0
    ? t`Would not have run last week`
    : plural(count, {
        one: 'Would have run # time last week',
        other: 'Would have run # times last week',
      });

/** Returns `Mon 16`, or `Today`. */
export function shortDay(date: string, today: string, { locale }: Reading): string {
  if (date === today) return t`Today`;
  const at = new Date(date);
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(at);
  return `${weekday} ${at.getUTCDate()}`;
}

/** Returns `Thursday 19 November, 18:42`. */
export function momentTitle(moment: Moment, reading: Reading, timeZone: string): string {
  const format = new Intl.DateTimeFormat(reading.locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return `${format.format(new Date(moment.day))}, ${momentTime(moment, reading, timeZone)}`;
}

/** Returns the time of a moment whose day was named before. */
export const momentTime = ({ at }: Moment, reading: Reading, timeZone: string): string =>
  formatTime(at, { ...reading, timeZone });

/** Returns what a mark is for a screen reader, such as `Thursday 19 November, 18:42: would have run`. */
export function markLabel({ moments }: Mark, reading: Reading, timeZone: string): string {
  const [first] = moments;
  if (!first) return '';
  const title = momentTitle(first, reading, timeZone);
  const runs = moments.filter(({ kind }) => kind === 'run').length;
  const misses = moments.length - runs;
  if (moments.length === 1) return runs === 1 ? t`${{ title }}: would have run` : t`${{ title }}: held back`;
  if (misses === 0)
    return plural(runs, {
      one: `${{ title }}: would have run # time`,
      other: `${{ title }}: would have run # times`,
    });
  if (runs === 0)
    return plural(misses, {
      one: `${{ title }}: held back # time`,
      other: `${{ title }}: held back # times`,
    });
  // The name has the number that the mark shows, so that people who speak to their device can say it.
  const count = moments.length;
  return t`${{ title }}: ${{ count }} times, would have run ${{ runs }}, held back ${{ misses }}`;
}

/** Whether there is nothing yet that a rehearsal could have looked at. */
export function hasNothing({ count, misses, coverage }: Rehearsal): boolean {
  const { events, from, to, without_values } = coverage;
  if (count > 0 || misses.length > 0 || events > 0) return false;
  return without_values.length > 0 || toTime(to) - toTime(from) < DAY_MS;
}
