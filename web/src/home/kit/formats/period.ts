import { t } from '@lingui/core/macro';
import { formatDateTime } from './format-time.ts';
import type { Reading } from './reading.ts';

export const periodKinds = ['day', 'week', 'month', 'year'] as const;
export type PeriodKind = (typeof periodKinds)[number];

/** A calendar period in the person's time zone; `to` is its end, even if that is in the future. */
export type Period = { readonly kind: PeriodKind; readonly from: number; readonly to: number };

const MONDAY = 1;

/** Returns the period that contains `moment`, shifted by `moved` periods. */
export function periodAt(kind: PeriodKind, moment: number, moved = 0): Period {
  const day = new Date(moment);
  day.setHours(0, 0, 0, 0);
  const at = (months: number, days: number) =>
    new Date(day.getFullYear(), day.getMonth() + months, day.getDate() + days).getTime();
  if (kind === 'day') return { kind, from: at(0, moved), to: at(0, moved + 1) };
  if (kind === 'week') {
    const since = (day.getDay() - MONDAY + 7) % 7;
    return { kind, from: at(0, 7 * moved - since), to: at(0, 7 * (moved + 1) - since) };
  }
  const start = (months: number) =>
    kind === 'month'
      ? new Date(day.getFullYear(), day.getMonth() + months, 1).getTime()
      : new Date(day.getFullYear() + months, 0, 1).getTime();
  return { kind, from: start(moved), to: start(moved + 1) };
}

const DAY_MS = 24 * 3_600_000;
/** The end of a day that ends now is rounded to this step, because each end has its own cache entry. */
const NOW_STEP_MS = 10 * 60_000;

/**
 * Returns the period of a chart: for days the last 24 hours, or those before them; otherwise the calendar's
 * period.
 */
export function chartPeriodAt(kind: PeriodKind, now: number, moved = 0): Period {
  if (kind !== 'day') return periodAt(kind, now, moved);
  const to = Math.ceil(now / NOW_STEP_MS) * NOW_STEP_MS + moved * DAY_MS;
  return { kind, from: to - DAY_MS, to };
}

/**
 * Returns the same as `periodText`, but `Last 24 hours` or `13 Mar 2026, 14:10 – 14 Mar 2026, 14:10` for
 * days.
 */
export function chartPeriodText(
  period: Period,
  now: number,
  reading: Pick<Reading, 'locale' | 'hourFormat'>,
): string {
  const { kind, from, to } = period;
  if (kind !== 'day') return periodText(period, now, reading);
  if (from <= now && now <= to) return t`Last 24 hours`;
  return `${formatDateTime(from, reading)} – ${formatDateTime(to, reading)}`;
}

/** The interval of one point, so that a few hundred of them fill a chart. */
const intervals = { day: '10m', week: '1h', month: '6h', year: '1d' } as const;
export const intervalOf = ({ kind }: Period): string => intervals[kind];
const MINUTE = 60_000;
export const intervalMs = ({ kind }: Period): number =>
  ({ day: 10, week: 60, month: 360, year: 1440 })[kind] * MINUTE;

/** Returns `Today`, `14 March 2026`, `9 – 15 Mar 2026`, `March 2026` or `2026`. */
export function periodText(
  { kind, from, to }: Period,
  now: number,
  { locale }: Pick<Reading, 'locale'>,
): string {
  if (kind === 'day' && from === periodAt('day', now).from) return t`Today`;
  if (kind === 'day' && from === periodAt('day', now, -1).from) return t`Yesterday`;
  const write = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);
  if (kind === 'day') return write({ dateStyle: 'long' }).format(from);
  if (kind === 'week') return write({ dateStyle: 'medium' }).formatRange(from, to - 1);
  if (kind === 'month') return write({ month: 'long', year: 'numeric' }).format(from);
  return write({ year: 'numeric' }).format(from);
}
