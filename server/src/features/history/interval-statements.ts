import { sql } from 'kysely';
import type { Db } from '../../database/index.ts';

type Within = { series: number; from: number; to: number };
type Counted = Within & { interval: number; limit: number };

/** Each answers the newest intervals first, by their number since 1970. */
export function prepareIntervals(db: Db) {
  return {
    /** Counts values that are numbers. */
    raw: db.prepare<Counted>()((kysely, p) =>
      kysely
        .selectFrom((eb) =>
          eb
            .selectFrom('history')
            .select(['number', sql<number>`time / ${p('interval')}`.as('place')])
            .where('series_id', '=', p('series'))
            .where('time', '>=', p('from'))
            .where('time', '<', p('to'))
            .where('number', 'is not', null)
            .as('within'),
        )
        .select((eb) => [
          'place',
          eb.fn.countAll<number>().as('count'),
          eb.fn.min<number>('number').as('minimum'),
          eb.fn.max<number>('number').as('maximum'),
          eb.fn.sum<number>('number').as('sum'),
        ])
        .groupBy('place')
        .orderBy('place', 'desc')
        .limit(p('limit')),
    ),

    /** Puts hours together. */
    hours: db.prepare<Counted>()((kysely, p) =>
      kysely
        .selectFrom((eb) =>
          eb
            .selectFrom('history_hours')
            .select(['count', 'minimum', 'maximum', 'sum', sql<number>`hour / ${p('interval')}`.as('place')])
            .where('series_id', '=', p('series'))
            .where('hour', '>=', p('from'))
            .where('hour', '<', p('to'))
            .as('within'),
        )
        .select((eb) => [
          'place',
          eb.fn.sum<number>('count').as('count'),
          eb.fn.min<number>('minimum').as('minimum'),
          eb.fn.max<number>('maximum').as('maximum'),
          eb.fn.sum<number>('sum').as('sum'),
        ])
        .groupBy('place')
        .orderBy('place', 'desc')
        .limit(p('limit')),
    ),

    /** The last hour that begins before `to` and does not end before `from`: every number that is kept has its hour. */
    lastHour: db.prepare<Within>()((kysely, p) =>
      kysely
        .selectFrom('history_hours')
        .select('hour')
        .where('series_id', '=', p('series'))
        .where('hour', '>=', p('from'))
        .where('hour', '<', p('to'))
        .orderBy('hour', 'desc')
        .limit(1),
    ),

    /** The last value in each interval that is no number, and how many there are. */
    lasts: db.prepare<Counted>()((kysely, p) =>
      kysely
        .selectFrom((eb) =>
          eb
            .selectFrom((inner) =>
              inner
                .selectFrom('history')
                .select(['time', 'n', 'data_json', sql<number>`time / ${p('interval')}`.as('place')])
                .where('series_id', '=', p('series'))
                .where('time', '>=', p('from'))
                .where('time', '<', p('to'))
                .where('number', 'is', null)
                .as('within'),
            )
            .select((each) => [
              'place',
              'data_json as data',
              each.fn
                .countAll<number>()
                .over((over) => over.partitionBy('place'))
                .as('count'),
              each.fn
                .agg<number>('row_number')
                .over((over) => over.partitionBy('place').orderBy('time', 'desc').orderBy('n', 'desc'))
                .as('rank'),
            ])
            .as('ranked'),
        )
        .select(['place', 'count', 'data'])
        .where('rank', '=', 1)
        .orderBy('place', 'desc')
        .limit(p('limit')),
    ),

    lastOther: db.prepare<Within>()((kysely, p) =>
      kysely
        .selectFrom('history')
        .select('time')
        .where('series_id', '=', p('series'))
        .where('time', '>=', p('from'))
        .where('time', '<', p('to'))
        .where('number', 'is', null)
        .orderBy('time', 'desc')
        .limit(1),
    ),
  };
}
