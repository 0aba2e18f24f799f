import { randomInt } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/index.ts';
import { type BoundStatement, jsonRows } from '../../platform/storage/index.ts';
import { mergeOtherHour } from './other-hours.ts';
import { HOUR_MS, type NewPoint, numberOf, startOf } from './point.ts';

type PointRow = {
  series_id: number;
  time: number;
  n: number;
  number: number | null;
  data_json: string | null;
  sender: string | null;
  on_behalf_of: string | null;
  cause: string | null;
};

type HourRow = {
  series_id: number;
  hour: number;
  count: number;
  minimum: number;
  maximum: number;
  sum: number;
};

/** Range of `n`: fits in two bytes per row, and exceeds what one process stores within a millisecond. */
const NUMBERS = 32_768;

/**
 * Prepares the statements that append points to their series: at most three, however many points.
 * 1. Insert the values themselves. `n` orders the values of one millisecond.
 * 2. Add numbers to the hourly aggregates of their series: count, minimum, maximum and sum.
 * 3. Add other values to their hours: count and time of the last one.
 */
export function createAppend(db: Db): (points: readonly NewPoint[]) => BoundStatement[] {
  const insert = prepareInsert(db);
  const count = prepareCount(db);
  const countOthers = prepareCountOthers(db);
  // Servers that share a PostgreSQL may store values of the same millisecond, so each starts at a random `n`.
  let last = randomInt(NUMBERS / 2);
  return (points) => {
    if (points.length === 0) return [];
    const rows = points.map((point) => {
      last = (last + 1) % NUMBERS;
      return toRow(point, last);
    });
    const hours = toHours(points);
    const otherHours = toOtherHours(points);
    return [
      insert.bind({ rows: JSON.stringify(rows) }),
      ...(hours.length > 0 ? [count.bind({ rows: JSON.stringify(hours) })] : []),
      ...(otherHours.length > 0 ? [countOthers.bind({ rows: JSON.stringify(otherHours) })] : []),
    ];
  };
}

/**
 * Converts a point to a row. For a plain report only the value is stored: its sender is the channel's owner.
 */
function toRow({ series, time, data, ...stamp }: NewPoint, n: number): unknown[] {
  const number = numberOf(data);
  const { sender, onBehalfOf, cause } = isPlainReport(stamp) ? {} : stamp;
  return [
    series,
    time,
    n,
    number ?? null,
    number === undefined ? JSON.stringify(data) : null,
    sender ?? null,
    onBehalfOf ?? null,
    cause ?? null,
  ];
}

const isPlainReport = ({ cause = 'report', onBehalfOf }: Pick<NewPoint, 'cause' | 'onBehalfOf'>): boolean =>
  cause === 'report' && onBehalfOf === undefined;

/** Groups the numbers by series and hour, sorted by key: all units lock the rows in the same order. */
function toHours(points: readonly NewPoint[]): unknown[][] {
  const hours = new Map<string, HourRow>();
  for (const { series, time, data } of points) {
    const number = numberOf(data);
    if (number === undefined) continue;
    const hour = startOf(time, HOUR_MS);
    const key = `${series}|${hour}`;
    const known = hours.get(key);
    if (known) {
      known.count += 1;
      known.minimum = Math.min(known.minimum, number);
      known.maximum = Math.max(known.maximum, number);
      known.sum += number;
    } else {
      hours.set(key, { series_id: series, hour, count: 1, minimum: number, maximum: number, sum: number });
    }
  }
  return [...hours.values()]
    .sort((a, b) => a.series_id - b.series_id || a.hour - b.hour)
    .map((row) => [row.series_id, row.hour, row.count, row.minimum, row.maximum, row.sum]);
}

type OtherHourRow = { series_id: number; hour: number; count: number; last: number };

/** Does the same for the values that are not numbers. */
function toOtherHours(points: readonly NewPoint[]): unknown[][] {
  const hours = new Map<string, OtherHourRow>();
  for (const { series, time, data } of points) {
    if (numberOf(data) !== undefined) continue;
    const hour = startOf(time, HOUR_MS);
    const key = `${series}|${hour}`;
    const known = hours.get(key);
    if (known) {
      known.count += 1;
      known.last = Math.max(known.last, time);
    } else {
      hours.set(key, { series_id: series, hour, count: 1, last: time });
    }
  }
  return [...hours.values()]
    .sort((a, b) => a.series_id - b.series_id || a.hour - b.hour)
    .map((row) => [row.series_id, row.hour, row.count, row.last]);
}

const POINT_COLUMNS = {
  series_id: 'integer',
  time: 'integer',
  n: 'integer',
  number: 'real',
  data_json: 'text',
  sender: 'text',
  on_behalf_of: 'text',
  cause: 'text',
} as const;

function prepareInsert(db: Db) {
  const columns = Object.keys(POINT_COLUMNS) as (keyof PointRow)[];
  return db.prepare<{ rows: string }>()((kysely, p) =>
    kysely
      .insertInto('history')
      .columns(columns)
      .expression((eb) =>
        eb
          .selectFrom(jsonRows<PointRow>(db.engine, p('rows'), POINT_COLUMNS).as('given'))
          .select(columns)
          .where(sql<SqlBool>`true`),
      )
      .onConflict((conflict) => conflict.doNothing()),
  );
}

const HOUR_COLUMNS = {
  series_id: 'integer',
  hour: 'integer',
  count: 'integer',
  minimum: 'real',
  maximum: 'real',
  sum: 'real',
} as const;

/** SQLite's `min` and `max` of two values are `least` and `greatest` in PostgreSQL. */
function prepareCount(db: Db) {
  const columns = Object.keys(HOUR_COLUMNS) as (keyof HourRow)[];
  const [least, greatest] = (db.engine === 'sqlite' ? ['min', 'max'] : ['least', 'greatest']).map(sql.raw);
  return db.prepare<{ rows: string }>()((kysely, p) =>
    kysely
      .insertInto('history_hours')
      .columns(columns)
      .expression((eb) =>
        eb
          .selectFrom(jsonRows<HourRow>(db.engine, p('rows'), HOUR_COLUMNS).as('given'))
          .select(columns)
          .where(sql<SqlBool>`true`),
      )
      .onConflict((conflict) =>
        conflict.columns(['series_id', 'hour']).doUpdateSet((eb) => ({
          count: eb('history_hours.count', '+', eb.ref('excluded.count')),
          minimum: sql<number>`${least}(history_hours.minimum, excluded.minimum)`,
          maximum: sql<number>`${greatest}(history_hours.maximum, excluded.maximum)`,
          sum: eb('history_hours.sum', '+', eb.ref('excluded.sum')),
        })),
      ),
  );
}

const OTHER_HOUR_COLUMNS = {
  series_id: 'integer',
  hour: 'integer',
  count: 'integer',
  last: 'integer',
} as const;

function prepareCountOthers(db: Db) {
  const columns = Object.keys(OTHER_HOUR_COLUMNS) as (keyof OtherHourRow)[];
  return db.prepare<{ rows: string }>()((kysely, p) =>
    kysely
      .insertInto('history_other_hours')
      .columns(columns)
      .expression((eb) =>
        eb
          .selectFrom(jsonRows<OtherHourRow>(db.engine, p('rows'), OTHER_HOUR_COLUMNS).as('given'))
          .select(columns)
          .where(sql<SqlBool>`true`),
      )
      .onConflict((conflict) => mergeOtherHour(db, conflict)),
  );
}
