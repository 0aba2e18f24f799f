import { jsonRows } from '@azulejo/storage';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/index.ts';
import { historyOfEach } from './history-of-each.ts';
import { CHUNK, MAX_BYTES } from './point.ts';

/** An interval of a series, whose last value is at the time `last`. */
type Interval = { readonly series: number; readonly last: number };

type Spot = { series: number; time: number };
/** A value as JSON; `data` is null when it is longer than requested. */
type Value = Spot & { data: string | null; length: number };

/** Maximum number of values read in one statement. */
const BATCH_SIZE = 5_000;
/**
 * Counted in characters. Larger values are read a few at a time, which bounds the memory that one statement
 * uses.
 */
const MAX_SMALL_LENGTH = 2_000;
/** The largest integer that PostgreSQL compares with a length. */
const ANY_LENGTH = 2 ** 31 - 1;

/**
 * Reads the last values of the intervals of many series, as JSON. Leaves out values that were deleted since
 * they were counted.
 * 1. Read the small values, and the lengths of the large ones.
 * 2. Leave out the oldest intervals of each series whose values exceed `MAX_BYTES` in all.
 * 3. Read the large values that remain, about `MAX_BYTES` in one statement.
 */
export function createLastValues(db: Db) {
  const values = prepareValues(db);

  return async <Each extends Interval>(
    bySeries: readonly (readonly Each[])[],
  ): Promise<(Each & { readonly data: string })[]> => {
    const known = new Map<string, Value>();
    const findValue = ({ series, last }: Interval) => known.get(keyOf(series, last));
    const lengthOf = (each: Interval) => findValue(each)?.length ?? 0;
    const read = async (batch: readonly Interval[], maxLength: number): Promise<void> => {
      const spots = JSON.stringify(batch.map(({ series, last }) => [series, last]));
      for (const value of await values.scan({ spots, maxLength }))
        known.set(keyOf(value.series, value.time), value);
    };

    for (const batch of batchesOf(bySeries.flat(), BATCH_SIZE)) await read(batch, MAX_SMALL_LENGTH);
    const kept = bySeries.flatMap((intervals) => firstBytes(intervals, lengthOf));
    const large = kept.filter((each) => lengthOf(each) > MAX_SMALL_LENGTH);
    for (const batch of batchesOf(large, MAX_BYTES, lengthOf)) await read(batch, ANY_LENGTH);
    return kept.flatMap((each) => {
      const data = findValue(each)?.data ?? undefined;
      return data === undefined ? [] : [{ ...each, data }];
    });
  };
}

const keyOf = (series: number, time: number): string => `${series} ${time}`;

/** Cuts a list into batches, each of which ends when its size in all reaches `most`. */
function* batchesOf<Each>(
  all: readonly Each[],
  most: number,
  sizeOf: (each: Each) => number = () => 1,
): Generator<Each[]> {
  let batch: Each[] = [];
  let size = 0;
  for (const each of all) {
    batch.push(each);
    size += sizeOf(each);
    if (size < most) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** Returns the first `CHUNK` intervals, and further ones as long as their values are small. */
function firstBytes<Each>(intervals: readonly Each[], lengthOf: (each: Each) => number): Each[] {
  let bytes = 0;
  const end = intervals.findIndex((each, index) => {
    const isFull = index % CHUNK === 0 && bytes >= MAX_BYTES;
    bytes += lengthOf(each);
    return isFull;
  });
  return intervals.slice(0, end === -1 ? intervals.length : end);
}

const isAtSpot = sql<SqlBool>`history.series_id = given.series and history.time = given.time
  and history.n = (
    select max(same.n) from history as same
    where same.series_id = given.series and same.time = given.time and same.number is null)`;

/** Reads the values that are not numbers at the given times: of several at the same time, the last stored. */
function prepareValues(db: Db) {
  const json = sql<string>`coalesce(history.data_json, 'null')`;
  return db.prepare<{ spots: string; maxLength: number }>()((kysely, p) =>
    kysely
      .selectFrom(jsonRows<Spot>(db.engine, p('spots'), { series: 'integer', time: 'integer' }).as('given'))
      .crossJoin(historyOfEach(db, isAtSpot))
      .select(['given.series', 'given.time'])
      .select([
        sql<number>`length(${json})`.as('length'),
        sql<string | null>`case when length(${json}) <= ${p('maxLength')} then ${json} end`.as('data'),
      ])
      .where(isAtSpot),
  );
}
