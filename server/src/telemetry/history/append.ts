import { randomInt } from 'node:crypto';
import type { BoundStatement } from '@azulejo/storage';
import { type OnConflictBuilder, type Selectable, sql } from 'kysely';
import { type Database, type Db, prepareBulkInsert } from '../../database/index.ts';
import { HOUR_MS, type NewPoint, numberOf, startOf } from './point.ts';

type PointRow = Selectable<Database['history']>;
type HourRow = Selectable<Database['history_hours']>;
type NonNumericHourRow = Selectable<Database['history_non_numeric_hours']>;

/** Range of `n`: fits in two bytes per row, and exceeds what one process stores within a millisecond. */
const NUMBERS = 32_768;

/**
 * Prepares the statements that append points to their series: at most three, however many points.
 * 1. Insert the values themselves. `n` orders the values of one millisecond.
 * 2. Add numbers to the hourly aggregates of their series: count, minimum, maximum and sum.
 * 3. Add other values to their hours: count and time of the last one.
 */
export function createAppend(db: Db): (points: readonly NewPoint[]) => BoundStatement[] {
  const insert = prepareBulkInsert(db, 'history', { onConflict: (conflict) => conflict.doNothing() });
  const count = prepareCount(db);
  const countOthers = prepareBulkInsert(db, 'history_non_numeric_hours', {
    onConflict: (conflict) => mergeNonNumericHour(db, conflict),
  });
  // Servers that share a PostgreSQL may store values of the same millisecond, so each starts at a random `n`.
  let last = randomInt(NUMBERS / 2);
  return (points) => {
    if (points.length === 0) return [];
    const rows = points.map((point) => {
      last = (last + 1) % NUMBERS;
      return toRow(point, last);
    });
    const hours = toHours(points);
    const nonNumericHours = toNonNumericHours(points);
    return [
      insert(rows),
      ...(hours.length > 0 ? [count(hours)] : []),
      ...(nonNumericHours.length > 0 ? [countOthers(nonNumericHours)] : []),
    ];
  };
}

/**
 * Converts a point to a row. For a plain report only the value is stored: its sender is the channel's owner.
 */
function toRow({ series, time, data, ...stamp }: NewPoint, n: number): PointRow {
  const number = numberOf(data);
  const { sender, onBehalfOf, cause } = isPlainReport(stamp) ? {} : stamp;
  return {
    series_id: series,
    time,
    n,
    number: number ?? null,
    data_json: number === undefined ? JSON.stringify(data) : null,
    sender: sender ?? null,
    on_behalf_of: onBehalfOf ?? null,
    cause: cause ?? null,
  };
}

const isPlainReport = ({ cause = 'report', onBehalfOf }: Pick<NewPoint, 'cause' | 'onBehalfOf'>): boolean =>
  cause === 'report' && onBehalfOf === undefined;

/** Groups the numbers by series and hour, sorted by key: all units lock the rows in the same order. */
function toHours(points: readonly NewPoint[]): HourRow[] {
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
  return [...hours.values()].sort((a, b) => a.series_id - b.series_id || a.hour - b.hour);
}

/** Does the same for the values that are not numbers. */
function toNonNumericHours(points: readonly NewPoint[]): NonNumericHourRow[] {
  const hours = new Map<string, NonNumericHourRow>();
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
  return [...hours.values()].sort((a, b) => a.series_id - b.series_id || a.hour - b.hour);
}

/** Prepares the upsert. SQLite's `min` and `max` of two values are `least` and `greatest` in PostgreSQL. */
function prepareCount(db: Db) {
  const [least, greatest] = (db.engine === 'sqlite' ? ['min', 'max'] : ['least', 'greatest']).map(sql.raw);
  return prepareBulkInsert(db, 'history_hours', {
    onConflict: (conflict) =>
      conflict.columns(['series_id', 'hour']).doUpdateSet((eb) => ({
        count: eb('history_hours.count', '+', eb.ref('excluded.count')),
        minimum: sql<number>`${least}(history_hours.minimum, excluded.minimum)`,
        maximum: sql<number>`${greatest}(history_hours.maximum, excluded.maximum)`,
        sum: eb('history_hours.sum', '+', eb.ref('excluded.sum')),
      })),
  });
}

/** Merges the new counts into an existing hour. */
function mergeNonNumericHour(db: Db, conflict: OnConflictBuilder<Database, 'history_non_numeric_hours'>) {
  // SQLite's `max` of two values is `greatest` in PostgreSQL.
  const greatest = sql.raw(db.engine === 'sqlite' ? 'max' : 'greatest');
  return conflict.columns(['series_id', 'hour']).doUpdateSet((eb) => ({
    count: eb('history_non_numeric_hours.count', '+', eb.ref('excluded.count')),
    last: sql<number>`${greatest}(history_non_numeric_hours.last, excluded.last)`,
  }));
}
