import { jsonRows } from '@azulejo/storage';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/index.ts';
import { historyOfEach } from './history-of-each.ts';
import type { Point, Range } from './point.ts';
import { type PointRow, type ReadPoints, toPoint } from './points.ts';

/** Maximum number of points requested in one statement. */
const BATCH_POINTS = 5_000;
/** Maximum number of rows: there are more rows than points only where many values share a millisecond. */
const MAX_ROWS = 2 * BATCH_POINTS;
/** Counted in characters. Larger values are read one series at a time, which bounds the memory in use. */
const MAX_DATA_LENGTH = 2_000;

export type RequestedSeries = { readonly series: number; readonly from: number };

/**
 * Reads the newest values of many series, newest first, keyed by series:
 * 1. One statement reads as many series as yield at most `BATCH_POINTS`.
 * 2. Series with large values, or cut off by `MAX_ROWS`, are read again one by one.
 */
export function createPointsOfMany(db: Db, readPoints: ReadPoints) {
  const newest = prepareNewest(db);

  async function readBatch(requested: readonly RequestedSeries[], { to, limit }: Omit<Range, 'from'>) {
    const rows = await newest.scan({
      requested: JSON.stringify(requested.map(({ series, from }) => [series, from])),
      to,
      last: limit - 1,
    });
    const cutOff = rows.length === MAX_ROWS ? (rows.at(-1)?.series ?? 0) : Number.POSITIVE_INFINITY;
    const bySeries = Map.groupBy(rows, ({ series }) => series);
    const points = new Map<number, Point[]>();
    for (const { series, from } of requested) {
      const own = bySeries.get(series) ?? [];
      const isWhole = series < cutOff && own.every(({ length }) => (length ?? 0) <= MAX_DATA_LENGTH);
      points.set(
        series,
        isWhole ? own.slice(0, limit).map(toPoint) : await readPoints(series, { from, to, limit }),
      );
    }
    return points;
  }

  return async (
    requested: readonly RequestedSeries[],
    range: Omit<Range, 'from'>,
  ): Promise<Map<number, Point[]>> => {
    const size = Math.max(1, Math.floor(BATCH_POINTS / range.limit));
    const points = new Map<number, Point[]>();
    for (let start = 0; start < requested.length; start += size) {
      const batch = await readBatch(requested.slice(start, start + size), range);
      for (const [series, own] of batch) points.set(series, own);
    }
    return points;
  };
}

function prepareNewest(db: Db) {
  return db.prepare<{ requested: string; to: number; last: number }>()((kysely, p) => {
    const isBefore = sql<SqlBool>`history.series_id = given.id
      and history.time >= given.since and history.time < ${p('to')}`;
    const first = sql`order by history.time desc, history.n desc limit ${p('last')} + 1`;
    const rows = kysely
      .selectFrom(
        jsonRows<{ id: number; since: number }>(db.engine, p('requested'), {
          id: 'integer',
          since: 'integer',
        }).as('given'),
      )
      .crossJoin(historyOfEach(db, isBefore, first))
      .select([
        'history.series_id as series',
        'history.time',
        'history.n',
        'history.number',
        'history.sender',
        'history.on_behalf_of',
        'history.cause',
      ])
      .select((eb) => [
        sql<PointRow['data_json']>`case when length(history.data_json) <= ${sql.lit(MAX_DATA_LENGTH)}
          then history.data_json end`.as('data_json'),
        eb.fn<number | null>('length', ['history.data_json']).as('length'),
      ])
      .where(isBefore)
      .orderBy('given.id')
      .orderBy('history.time', 'desc')
      .orderBy('history.n', 'desc')
      .limit(MAX_ROWS);
    return db.engine === 'sqlite' ? rows.where(isAmongNewest(p('to'), p('last'))) : rows;
  });
}

/** The condition of the newest values of each series on SQLite, which has no lateral selects. */
const isAmongNewest = (to: number, last: number) => sql<SqlBool>`history.time >= coalesce((
  select newer.time from history as newer
  where newer.series_id = given.id and newer.time >= given.since and newer.time < ${to}
  order by newer.time desc limit 1 offset ${last}), given.since)`;
