import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/index.ts';
import { jsonRows } from '../../platform/storage/index.ts';

type Span = { series: number; from: number; to: number };
type Counted = Span & { interval: number; offset: number };
/** The range of times in a chunk; null when the chunk is empty. */
type Bounds = { oldest: number | null; newest: number | null; rows: number };

/** Prepares the statements. Intervals are numbered from 1970, by a clock that is `offset` ahead of UTC. */
export function prepareIntervals(db: Db) {
  return {
    ...prepareBounds(db),
    ...prepareCounts(db),

    /** Finds out whether an hour of the span has a number: the hour outlives the raw numbers. */
    anyHour: db.prepare<Span>()((kysely, p) =>
      kysely
        .selectFrom('history_hours')
        .select('hour')
        .where('series_id', '=', p('series'))
        .where('hour', '>=', p('from'))
        .where('hour', '<', p('to'))
        .limit(1),
    ),

    /** Reads the values at the given times that are not numbers, in the order in which they were stored. */
    values: db.prepare<{ series: number; times: string }>()((kysely, p) =>
      kysely
        .selectFrom(jsonRows<{ time: number }>(db.engine, p('times'), { time: 'integer' }).as('given'))
        // SQLite keeps the order of a cross join: it looks up each time instead of scanning the whole series.
        .crossJoin('history')
        .select(['history.time', 'history.data_json as data'])
        .where('history.series_id', '=', p('series'))
        .whereRef('history.time', '=', 'given.time')
        .where('history.number', 'is', null)
        .orderBy('history.time')
        .orderBy('history.n'),
    ),
  };
}

/** Finds the times of the newest `limit` rows of a span, which bounds the work of one chunk. */
function prepareBounds(db: Db) {
  const bounds = (table: 'history' | 'history_hours' | 'history_other_hours', column: 'time' | 'hour') =>
    db.prepare<Span & { limit: number }>()((kysely, p) => {
      const time = sql.ref<number>(column);
      return kysely
        .selectFrom((eb) =>
          eb
            .selectFrom(table)
            .select(time.as('time'))
            .where('series_id', '=', p('series'))
            .where(time, '>=', p('from'))
            .where(time, '<', p('to'))
            .orderBy(time, 'desc')
            .limit(p('limit'))
            .as('chunk'),
        )
        .select((eb) => [
          eb.fn.min<Bounds['oldest']>('time').as('oldest'),
          eb.fn.max<Bounds['newest']>('time').as('newest'),
          eb.fn.countAll<number>().as('rows'),
        ]);
    });
  return {
    rawBounds: bounds('history', 'time'),
    hourBounds: bounds('history_hours', 'hour'),
    otherHourBounds: bounds('history_other_hours', 'hour'),
  };
}

/** Prepares the statements that aggregate a span by interval. */
function prepareCounts(db: Db) {
  const placeOf = (column: string, interval: number, offset: number): RawBuilder<number> =>
    sql<number>`(${sql.ref(column)} + ${offset}) / ${interval}`;
  return {
    numbers: db.prepare<Counted>()((kysely, p) =>
      kysely
        .selectFrom('history')
        .select((eb) => [
          placeOf('time', p('interval'), p('offset')).as('place'),
          eb.fn.countAll<number>().as('count'),
          eb.fn.min<number>('number').as('minimum'),
          eb.fn.max<number>('number').as('maximum'),
          eb.fn.sum<number>('number').as('sum'),
        ])
        .where('series_id', '=', p('series'))
        .where('time', '>=', p('from'))
        .where('time', '<', p('to'))
        .where('number', 'is not', null)
        .groupBy('place'),
    ),
    numberHours: db.prepare<Counted>()((kysely, p) =>
      kysely
        .selectFrom('history_hours')
        .select((eb) => [
          placeOf('hour', p('interval'), p('offset')).as('place'),
          eb.fn.sum<number>('count').as('count'),
          eb.fn.min<number>('minimum').as('minimum'),
          eb.fn.max<number>('maximum').as('maximum'),
          eb.fn.sum<number>('sum').as('sum'),
        ])
        .where('series_id', '=', p('series'))
        .where('hour', '>=', p('from'))
        .where('hour', '<', p('to'))
        .groupBy('place'),
    ),
    others: db.prepare<Counted>()((kysely, p) =>
      kysely
        .selectFrom('history')
        .select((eb) => [
          placeOf('time', p('interval'), p('offset')).as('place'),
          eb.fn.countAll<number>().as('count'),
          eb.fn.max<number>('time').as('last'),
        ])
        .where('series_id', '=', p('series'))
        .where('time', '>=', p('from'))
        .where('time', '<', p('to'))
        .where('number', 'is', null)
        .groupBy('place'),
    ),
    otherHours: db.prepare<Counted>()((kysely, p) =>
      kysely
        .selectFrom('history_other_hours')
        .select((eb) => [
          placeOf('hour', p('interval'), p('offset')).as('place'),
          eb.fn.sum<number>('count').as('count'),
          eb.fn.max<number>('last').as('last'),
        ])
        .where('series_id', '=', p('series'))
        .where('hour', '>=', p('from'))
        .where('hour', '<', p('to'))
        .groupBy('place'),
    ),
  };
}
