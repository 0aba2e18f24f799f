import { HOUR_MS, OPEN_END, startOf } from './point.ts';

/** A span from `from` (inclusive) to `to` (exclusive). */
export type Span = { readonly from: number; readonly to: number };

export type Plan = {
  /** Spans whose raw values are counted. */
  readonly raw: readonly Span[];
  /** Spans whose hours are counted, all of them whole. */
  readonly hours: readonly Span[];
};

type Question = Span & {
  readonly interval: number;
  /** All raw values from this time on are stored; a whole hour. */
  readonly rawFrom: number;
};

/**
 * Plans where to read a down-sampled range. Hours serve what is older than the raw values' retention, and
 * intervals of whole hours, which they fill exactly; the hours that the range cuts are counted by their raw
 * values.
 */
export function planIntervals({ from, to, interval, rawFrom }: Question): Plan {
  const firstHour = startOf(from + HOUR_MS - 1, HOUR_MS);
  const endOfHours = to === OPEN_END ? to : startOf(to, HOUR_MS);
  const lastHour = interval % HOUR_MS === 0 ? endOfHours : Math.min(endOfHours, rawFrom);
  if (firstHour >= lastHour) return { raw: some({ from: Math.max(from, rawFrom), to }), hours: [] };
  return {
    raw: [
      ...some({ from: Math.max(from, rawFrom), to: firstHour }),
      ...some({ from: Math.max(lastHour, rawFrom), to }),
    ],
    hours: [{ from: firstHour, to: lastHour }],
  };
}

const some = (span: Span): Span[] => (span.from < span.to ? [span] : []);
