import { type PeriodKind, periodKinds } from '../../kit/formats/period.ts';

/** The search parameters of a device page. */
export type PeriodSearch = { readonly period?: PeriodKind };

/** Reads the length of the history's period; the last 24 hours without one. */
export function readPeriodSearch({ period }: Record<string, unknown>): PeriodSearch {
  const kind = periodKinds.find((each) => each === period);
  return kind === undefined || kind === 'day' ? {} : { period: kind };
}
