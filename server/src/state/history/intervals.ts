import type { Db } from '../../database/index.ts';
import { prepareIntervals } from './interval-statements.ts';
import { type Plan, planIntervals } from './plan.ts';
import { type Bucket, CHUNK, HOUR_MS, MAX_BYTES, type Range, startOf } from './point.ts';
import { type Part, type Source, type Walk, walkBack } from './walk.ts';
import { beginOf, type Zone } from './zone.ts';

export type Question = Range & {
  readonly series: number;
  readonly interval: number;
  /** The time zone whose days the intervals follow. */
  readonly zone: Zone;
  /** From this time on all raw values are kept; a whole hour. */
  readonly rawFrom: number;
};

type NumberSums = { place: number; count: number; minimum: number; maximum: number; sum: number };
type OtherSums = { place: number; count: number; last: number };

type Dependencies = {
  db: Db;
  /** Returns whether the hours of non-numeric values are complete, including those from before an upgrade. */
  areOthersRolledUp: () => Promise<boolean>;
};

/**
 * Down-samples a series, newest interval first; empty intervals are left out.
 * 1. Plan: split the range into spans that are read from raw values, and spans that are read from hours
 *    (`plan.ts`).
 * 2. Numbers: walk back through the spans, and aggregate numbers by interval, if there are any.
 * 3. Others: without numbers, find the time of each interval's last value in the same way, and then read
 *    these values.
 */
export function createIntervals({ db, areOthersRolledUp }: Dependencies) {
  const statements = prepareIntervals(db);
  const { rawBounds, hourBounds, otherHourBounds } = statements;
  const numbers: Source<NumberSums> = { bounds: rawBounds, counts: statements.numbers };
  const numberHours: Source<NumberSums> = { bounds: hourBounds, counts: statements.numberHours };
  const others: Source<OtherSums> = { bounds: rawBounds, counts: statements.others };
  const otherHours: Source<OtherSums> = { bounds: otherHourBounds, counts: statements.otherHours };

  async function countNumbers(question: Question): Promise<Bucket[]> {
    const parts = partsOf(planIntervals(question), { raw: numbers, hours: numberHours });
    const found = await walkBack(question, parts, addNumbers);
    return found.map((sums) => toBucket(sums, question));
  }

  async function readOthers(question: Question): Promise<Bucket[]> {
    const { from, to } = question;
    // The hours of other values are kept no longer than the values, so `rawFrom` makes no difference.
    const plan: Plan = (await areOthersRolledUp())
      ? planIntervals({ ...question, rawFrom: 0 })
      : { raw: [{ from, to }], hours: [] };
    const found = await walkBack(question, partsOf(plan, { raw: others, hours: otherHours }), addOthers);
    return withValues(question, found);
  }

  /** Reads the last value of each interval; returns fewer intervals when the values are large. */
  async function withValues(question: Question, found: readonly OtherSums[]): Promise<Bucket[]> {
    const buckets: Bucket[] = [];
    let bytes = 0;
    for (let start = 0; start < found.length && bytes < MAX_BYTES; start += CHUNK) {
      const some = found.slice(start, start + CHUNK);
      const times = JSON.stringify(some.map(({ last }) => [last]));
      const rows = await statements.values.scan({ series: question.series, times });
      const byTime = new Map(rows.map(({ time, data }) => [time, data ?? 'null']));
      for (const { place, count, last } of some) {
        const data = byTime.get(last);
        // The value was deleted after it was counted.
        if (data === undefined) continue;
        buckets.push({ time: timeOf(place, question), count, last: JSON.parse(data) as unknown });
        bytes += data.length;
      }
    }
    return buckets;
  }

  return async (question: Question): Promise<Bucket[]> => {
    const { series, from, to } = question;
    const isCounted =
      (await statements.anyHour.scan({ series, from: startOf(from, HOUR_MS), to })).length > 0;
    const counted = isCounted ? await countNumbers(question) : [];
    return counted.length > 0 ? counted : readOthers(question);
  };
}

function partsOf<Sums>(
  { raw, hours }: Plan,
  sources: { raw: Source<Sums>; hours: Source<Sums> },
): Part<Sums>[] {
  return [
    ...raw.map((span) => ({ span, source: sources.raw })),
    ...hours.map((span) => ({ span, source: sources.hours })),
  ];
}

const addNumbers = (a: NumberSums, b: NumberSums): NumberSums => ({
  place: a.place,
  count: a.count + b.count,
  minimum: Math.min(a.minimum, b.minimum),
  maximum: Math.max(a.maximum, b.maximum),
  sum: a.sum + b.sum,
});

const addOthers = (a: OtherSums, b: OtherSums): OtherSums => ({
  place: a.place,
  count: a.count + b.count,
  last: Math.max(a.last, b.last),
});

const timeOf = (place: number, { interval, zone }: Pick<Walk, 'interval' | 'zone'>): number =>
  beginOf(zone, place, interval);

const toBucket = (
  { place, count, minimum: min, maximum: max, sum }: NumberSums,
  question: Question,
): Bucket => ({
  time: timeOf(place, question),
  count,
  // Rounding may put the average of doubles outside their range.
  numbers: { min, avg: Math.min(max, Math.max(min, sum / count)), max },
});
