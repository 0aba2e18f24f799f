import type { Db } from '../../database/index.ts';
import { prepareIntervals } from './interval-statements.ts';
import { planIntervals } from './plan.ts';
import { type Bucket, CHUNK, HOUR_MS, MAX_BYTES, type Range, startOf } from './point.ts';

export type Question = Range & {
  readonly series: number;
  readonly interval: number;
  /** From here on all values are kept themselves; a whole hour. */
  readonly rawFrom: number;
};

type Span = { readonly series: number; readonly from: number; readonly to: number };
type Sums = { place: number; count: number; minimum: number; maximum: number; sum: number };

/** One kind of values, numbers or not. */
type Kind = {
  /** When the last in the span was, or a little before. */
  readonly last: (span: Span) => Promise<number | undefined>;
  /** The newest intervals, at most `limit`. */
  readonly read: (question: Question) => Promise<{ found: Bucket[]; bytes: number }>;
  readonly atOnce: number;
};

/** Where little is found, so many times more is looked through the next time. */
const WIDENING = 8;

/**
 * Down-samples a series, newest interval first; those in which there is nothing are left out. Numbers are counted; where
 * there are none, the last value of each interval stands for it.
 */
export function createIntervals(db: Db): (question: Question) => Promise<Bucket[]> {
  const statements = prepareIntervals(db);
  const numbers: Kind = {
    // Every number has its hour, as long as it is kept itself.
    last: async ({ series, from, to }) =>
      (await statements.lastHour.scan({ series, from: startOf(from, HOUR_MS), to }))[0]?.hour,
    async read(question) {
      const { series, interval, limit } = question;
      const { raw, hours } = planIntervals(question);
      // What is among the newest of all is among the newest of each part.
      const parts = await Promise.all([
        ...raw.map((span) => statements.raw.scan({ series, interval, limit, ...span })),
        ...hours.map((span) => statements.hours.scan({ series, interval, limit, ...span })),
      ]);
      const found = merged(parts.flat()).map((sums) => toBucket(sums, interval));
      return { found: found.slice(0, limit), bytes: 0 };
    },
    atOnce: Number.POSITIVE_INFINITY,
  };
  const others: Kind = {
    last: async (span) => (await statements.lastOther.scan(span))[0]?.time,
    async read({ series, interval, from, to, limit }) {
      const rows = await statements.lasts.scan({ series, interval, from, to, limit });
      const found = rows.map(({ place, count, data }) => ({
        time: place * interval,
        count,
        last: JSON.parse(data ?? 'null') as unknown,
      }));
      return { found, bytes: rows.reduce((sum, { data }) => sum + (data?.length ?? 0), 0) };
    },
    atOnce: CHUNK,
  };
  return async (question) => {
    const counted = await collect(question, numbers);
    return counted.length > 0 ? counted : collect(question, others);
  };
}

/** Walks back from the newest value, so that what is older than the answer needs is not looked at. */
async function collect(question: Question, { last, read, atOnce }: Kind): Promise<Bucket[]> {
  const { series, interval, from, limit } = question;
  const buckets: Bucket[] = [];
  let size = 0;
  let { to } = question;
  for (let width = limit; buckets.length < limit && to > from && size < MAX_BYTES; width *= WIDENING) {
    const newest = await last({ series, from, to });
    if (newest === undefined) break;
    const start = Math.max(from, startOf(newest, interval) - (width - 1) * interval);
    const asked = Math.min(limit - buckets.length, atOnce);
    const { found, bytes } = await read({ ...question, from: start, to, limit: asked });
    buckets.push(...found);
    size += bytes;
    to = found.length === asked ? (found.at(-1)?.time ?? start) : start;
  }
  return buckets;
}

/** An interval that the plan has cut is put together again. Newest first. */
function merged(parts: readonly Sums[]): Sums[] {
  const byPlace = new Map<number, Sums>();
  for (const part of parts) {
    const known = byPlace.get(part.place);
    byPlace.set(part.place, known ? sumOf(known, part) : part);
  }
  return [...byPlace.values()].sort((a, b) => b.place - a.place);
}

const sumOf = (a: Sums, b: Sums): Sums => ({
  place: a.place,
  count: a.count + b.count,
  minimum: Math.min(a.minimum, b.minimum),
  maximum: Math.max(a.maximum, b.maximum),
  sum: a.sum + b.sum,
});

const toBucket = ({ place, count, minimum: min, maximum: max, sum }: Sums, interval: number): Bucket => ({
  time: place * interval,
  count,
  // A sum of doubles may leave what it sums by its last digit.
  numbers: { min, avg: Math.min(max, Math.max(min, sum / count)), max },
});
