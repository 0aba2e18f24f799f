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

/** Small, so that it takes two bytes a row, and far more than one process takes in within a millisecond. */
const NUMBERS = 32_768;

/** The statements that add points to their series: at most three, however many points. */
export function createAppend(db: Db): (points: readonly NewPoint[]) => BoundStatement[] {
  const insert = prepareInsert(db);
  const count = prepareCount(db);
  const countOthers = prepareCountOthers(db);
  // Servers that share a PostgreSQL may take in values of one millisecond: each begins somewhere else.
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

/** A plain report says nothing about itself: it was the channel's own. */
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

/** The numbers among the points, gathered by series and hour; in the order of the key, in which all units lock them. */
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

/** The same of what is no number. */
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

/** SQLite's `min` of two values is PostgreSQL's `least`. */
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
