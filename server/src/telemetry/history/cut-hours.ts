import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Db } from '../../database/index.ts';
import { historyOfEach } from './history-of-each.ts';
import { type NumberSums, type OtherSums, withPieces } from './interval-statements.ts';
import { HOUR_MS } from './point.ts';

/** Maximum number of raw values that are read for one hour, so that the rows of one statement stay bounded. */
const MAX_RAW_VALUES = 250;

const HOUR = sql.lit(HOUR_MS);
/** After a longer retention was set, values are missing that it would keep. */
const hasValues = sql`exists (
  select 1 from history as stored
  where stored.series_id = hours.series and stored.time >= hours.hour and stored.time < hours.hour + ${HOUR})`;
const isReadRaw = sql`(hour >= raw_from and count <= ${sql.lit(MAX_RAW_VALUES)} and ${hasValues})`;

type Requested = { pieces: string; interval: number };

/**
 * Prepares statements that count hours by interval where the borders of intervals cut hours, as midnight does in India.
 * An hour begins in the interval `place` and ends in `last_place`:
 * 1. An hour within one interval counts for it.
 * 2. An hour that is cut is counted by its raw values.
 * 3. Where these are no longer stored, or too many to be read, numbers are divided by time, and the lowest and the
 *    highest one count for both intervals. Values that are not numbers count for the interval of the last one.
 */
export function prepareCutHours(db: Db) {
  const numbers = db.prepare<Requested>()((kysely, p) =>
    withHours(db, kysely, 'history_hours', p('pieces'), p('interval'))
      .with('parts', () => numberParts(db, p('interval')))
      .selectFrom('parts')
      .select(['series', 'place'])
      .select((eb) => [
        eb.fn.sum<number>('count').as('count'),
        eb.fn.min<number>('minimum').as('minimum'),
        eb.fn.max<number>('maximum').as('maximum'),
        eb.fn.sum<number>('sum').as('sum'),
      ])
      .groupBy(['series', 'place']),
  );
  const others = db.prepare<Requested>()((kysely, p) =>
    withHours(db, kysely, 'history_non_numeric_hours', p('pieces'), p('interval'))
      .with('parts', () => otherParts(db, p('interval')))
      .selectFrom('parts')
      .select(['series', 'place'])
      .select((eb) => [eb.fn.sum<number>('count').as('count'), eb.fn.max<number>('last').as('last')])
      .groupBy(['series', 'place']),
  );
  return { numbers, others };
}

const withHours = (
  db: Db,
  kysely: Kysely<Database>,
  table: 'history_hours' | 'history_non_numeric_hours',
  pieces: string,
  interval: number,
) =>
  withPieces(db, kysely, pieces).with(
    (cte) => cte('hours').materialized(),
    () => sql<{ series: number }>`(
      select given.series, given.ahead, given.raw_from, stored.*,
        (stored.hour + given.ahead) / ${interval} as place,
        (stored.hour + given.ahead + ${HOUR} - 1) / ${interval} as last_place
      from given cross join ${sql.table(table)} as stored
      where stored.series_id = given.series and stored.hour >= given.since and stored.hour < given.until)`,
  );

const isInHour = sql<SqlBool>`history.series_id = hours.series and history.time >= hours.hour
  and history.time < hours.hour + ${HOUR}`;
const valuesOf = (db: Db) => sql`hours cross join ${historyOfEach(db, isInHour)}`;

function numberParts(db: Db, interval: number): RawBuilder<NumberSums> {
  const share = sql`((last_place * ${interval} - ahead - hour) * 1.0 / ${HOUR})`;
  return sql`(
    select series, place, count * 1.0 as count, minimum, maximum, sum from hours where place = last_place
    union all
    select hours.series, (history.time + hours.ahead) / ${interval}, 1.0, history.number, history.number,
      history.number
    from ${valuesOf(db)}
    where ${isInHour} and place <> last_place and ${isReadRaw} and history.number is not null
    union all
    select series, place, count * ${share}, minimum, maximum, sum * ${share}
    from hours where place <> last_place and not ${isReadRaw}
    union all
    select series, last_place, count * (1 - ${share}), minimum, maximum, sum * (1 - ${share})
    from hours where place <> last_place and not ${isReadRaw})`;
}

const otherParts = (db: Db, interval: number): RawBuilder<OtherSums> => sql`(
  select series, place, count, last from hours where place = last_place
  union all
  select hours.series, (history.time + hours.ahead) / ${interval}, 1, history.time
  from ${valuesOf(db)}
  where ${isInHour} and place <> last_place and ${isReadRaw} and history.number is null
  union all
  select series, (last + ahead) / ${interval}, count, last from hours where place <> last_place and not ${isReadRaw})`;
