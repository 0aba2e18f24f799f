import type { Db } from '../../database/index.ts';
import { prepareCutHours } from './cut-hours.ts';
import { type NumberSums, type OtherSums, prepareIntervals, stretchRows } from './interval-statements.ts';
import { createLastValues } from './last-values.ts';
import { type Plan, planIntervals, type Span } from './plan.ts';
import { type Bucket, HOUR_MS, startOf } from './point.ts';
import { type Part, type Source, walkBack } from './walk.ts';
import { beginOf, type Zone } from './zone.ts';

/** A series to be read from `from` (inclusive) on. */
export type RequestedIntervals = {
  readonly series: number;
  readonly from: number;
  /** All raw values from this time on are stored; a whole hour. */
  readonly rawFrom: number;
};

export type Question = {
  /** The range excludes this time. */
  readonly to: number;
  readonly interval: number;
  /** The time zone whose days the intervals follow. */
  readonly zone: Zone;
  /** Limits the intervals per series. */
  readonly limit: number;
};

/** Maximum number of series per statement, so that each has a useful share of the statement's rows. */
const SERIES_BATCH_SIZE = 500;

/**
 * Down-samples series, newest interval first, keyed by series; empty intervals are left out. The number of
 * statements grows with the values to be counted, and not with the series:
 * 1. Plan: split each range into spans that are read from raw values, and spans that are read from hours
 *    (`plan.ts`).
 * 2. Numbers: walk back through the spans, and aggregate numbers by interval, of the series that have any.
 * 3. Others: for the other series, find the time of each interval's last value in the same way, and then read
 *    these values.
 */
export function createIntervals(db: Db) {
  const { withNumbers, numbers, numberHours, others, nonNumericHours } = prepareSources(db);
  const readLastValues = createLastValues(db);

  async function countNumbers(
    requested: readonly RequestedIntervals[],
    question: Question,
  ): Promise<Map<number, Bucket[]>> {
    const stretches = requested.map(({ series, from }) => ({
      series,
      since: startOf(from, HOUR_MS),
      until: question.to,
    }));
    const rows = await withNumbers.scan({ stretches: stretchRows(stretches) });
    const counted = new Set(rows.map(({ series }) => series));
    const parts = requested
      .filter(({ series }) => counted.has(series))
      .map((each): [number, Part<NumberSums>[]] => [
        each.series,
        partsOf(planIntervals({ ...each, ...question }), each.rawFrom, { raw: numbers, hours: numberHours }),
      ]);
    const found = await walkBack({ ...question, add: addNumbers }, new Map(parts));
    return new Map(
      [...found].map(([series, sums]) => [series, sums.map((each) => toBucket(each, question))]),
    );
  }

  async function readOthers(
    requested: readonly RequestedIntervals[],
    question: Question,
  ): Promise<Map<number, Bucket[]>> {
    const parts = requested.map(({ series, from }): [number, Part<OtherSums>[]] => [
      series,
      partsOf(planOthers({ ...question, from }), 0, { raw: others, hours: nonNumericHours }),
    ]);
    const found = await walkBack({ ...question, add: addOthers }, new Map(parts));
    const buckets = (await readLastValues([...found.values()])).map(({ series, place, count, data }) => ({
      series,
      bucket: { time: timeOf(place, question), count, last: JSON.parse(data) as unknown },
    }));
    const bySeries = Map.groupBy(buckets, ({ series }) => series);
    return new Map([...bySeries].map(([series, own]) => [series, own.map(({ bucket }) => bucket)]));
  }

  return async (
    requested: readonly RequestedIntervals[],
    question: Question,
  ): Promise<Map<number, Bucket[]>> => {
    const found = new Map<number, Bucket[]>();
    for (let start = 0; start < requested.length; start += SERIES_BATCH_SIZE) {
      const batch = requested.slice(start, start + SERIES_BATCH_SIZE);
      const counted = await countNumbers(batch, question);
      const rest = batch.filter(({ series }) => (counted.get(series) ?? []).length === 0);
      const read = await readOthers(rest, question);
      for (const [series, buckets] of [...counted, ...read]) found.set(series, buckets);
    }
    return found;
  };
}

function prepareSources(db: Db) {
  const { numberHours, nonNumericHours, ...sources } = prepareIntervals(db);
  const cut = prepareCutHours(db);
  return {
    ...sources,
    numberHours: { ...numberHours, cutCounts: cut.numbers },
    nonNumericHours: { ...nonNumericHours, cutCounts: cut.others },
  };
}

/**
 * Plans values that are not numbers. Their hours are not stored longer than the values, so `rawFrom` makes no
 * difference.
 */
const planOthers = ({ from, to, interval }: Question & Span): Plan =>
  planIntervals({ from, to, interval, rawFrom: 0 });

function partsOf<Sums>(
  { raw, hours }: Plan,
  rawFrom: number,
  sources: { raw: Source<Sums>; hours: Source<Sums> },
): Part<Sums>[] {
  return [
    ...raw.map((span) => ({ span, rawFrom, source: sources.raw })),
    ...hours.map((span) => ({ span, rawFrom, source: sources.hours })),
  ];
}

const addNumbers = (a: NumberSums, b: NumberSums): NumberSums => ({
  series: a.series,
  place: a.place,
  count: a.count + b.count,
  minimum: Math.min(a.minimum, b.minimum),
  maximum: Math.max(a.maximum, b.maximum),
  sum: a.sum + b.sum,
});

const addOthers = (a: OtherSums, b: OtherSums): OtherSums => ({
  series: a.series,
  place: a.place,
  count: a.count + b.count,
  last: Math.max(a.last, b.last),
});

const timeOf = (place: number, { interval, zone }: Pick<Question, 'interval' | 'zone'>): number =>
  beginOf(zone, place, interval);

const toBucket = (
  { place, count, minimum: min, maximum: max, sum }: NumberSums,
  question: Question,
): Bucket => ({
  time: timeOf(place, question),
  // The values of an hour that is divided by time are no whole number.
  count: Math.max(1, Math.round(count)),
  // Rounding may put the average of doubles outside their range.
  numbers: { min, avg: Math.min(max, Math.max(min, sum / count)), max },
});
