import { HOUR_MS, OPEN_END, startOf } from './point.ts';

/** From `from`, before `to`. */
export type Span = { readonly from: number; readonly to: number };

export type Plan = {
  /** Of these the values themselves are counted. */
  readonly raw: readonly Span[];
  /** Of these the hours, all of them whole. */
  readonly hours: readonly Span[];
};

type Question = Span & {
  readonly interval: number;
  /** From here on all values are kept themselves; a whole hour. */
  readonly rawFrom: number;
};

/**
 * Where the answer to a down-sampled range is found. Hours answer for what is older than the values are kept, and for
 * intervals of whole hours, which they fill exactly; the hours that the range cuts are counted by their values.
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
