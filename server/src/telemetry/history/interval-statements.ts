import { jsonRows } from '@azulejo/storage';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Db } from '../../database/index.ts';
import { historyOfEach } from './history-of-each.ts';

/** A span of one series, from `since` (inclusive) to `until` (exclusive). */
export type Stretch = { readonly series: number; readonly since: number; readonly until: number };
/**
 * A span whose intervals are numbered from 1970 by a clock that is `ahead` of UTC. All raw values from `rawFrom` on are
 * stored.
 */
export type Piece = Stretch & { readonly ahead: number; readonly rawFrom: number };

type Counts = { series: number; place: number; count: number };
export type NumberSums = Counts & { minimum: number; maximum: number; sum: number };
/** `last` is the time of the newest value. */
export type OtherSums = Counts & { last: number };

/** Prepares the statements. Each reads the spans of many series at once. */
export function prepareIntervals(db: Db) {
  const raw = prepareBounds(db, 'history', 'time');
  return {
    withNumbers: prepareWithNumbers(db),
    numbers: { bounds: raw, counts: prepareNumbers(db) },
    numberHours: { bounds: prepareBounds(db, 'history_hours', 'hour'), counts: prepareNumberHours(db) },
    others: { bounds: raw, counts: prepareOthers(db) },
    nonNumericHours: {
      bounds: prepareBounds(db, 'history_non_numeric_hours', 'hour'),
      counts: prepareNonNumericHours(db),
    },
  };
}

export const stretchRows = (stretches: readonly Stretch[]): string =>
  JSON.stringify(stretches.map(({ series, since, until }) => [series, since, until]));

const STRETCH_COLUMNS = { series: 'integer', since: 'integer', until: 'integer' } as const;

const fromStretches = (db: Db, kysely: Kysely<Database>, stretches: string) =>
  kysely.selectFrom(jsonRows<Stretch>(db.engine, stretches, STRETCH_COLUMNS).as('given'));

/** Finds the series with numbers by their hours, which outlive the raw numbers. */
function prepareWithNumbers(db: Db) {
  return db.prepare<{ stretches: string }>()((kysely, p) =>
    fromStretches(db, kysely, p('stretches'))
      .select('given.series')
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('history_hours')
            .select('hour')
            .whereRef('series_id', '=', 'given.series')
            .whereRef('hour', '>=', 'given.since')
            .whereRef('hour', '<', 'given.until'),
        ),
      ),
  );
}

/**
 * Finds the times of the oldest and the newest row of each span, and of the row after the newest `skipped`
 * ones: null when there are fewer. They bound the work of one chunk.
 */
function prepareBounds(
  db: Db,
  table: 'history' | 'history_hours' | 'history_non_numeric_hours',
  column: string,
) {
  const time = sql.ref<number>(column);
  return db.prepare<{ stretches: string; skipped: number }>()((kysely, p) =>
    fromStretches(db, kysely, p('stretches')).select((eb) => {
      const rows = eb
        .selectFrom(table)
        .whereRef('series_id', '=', 'given.series')
        .where((row) => row(time, '>=', row.ref('given.since')))
        .where((row) => row(time, '<', row.ref('given.until')));
      return [
        'given.series',
        rows.select((row) => row.fn.min<number | null>(time).as('time')).as('oldest'),
        rows.select((row) => row.fn.max<number | null>(time).as('time')).as('newest'),
        rows.select(time.as('time')).orderBy(time, 'desc').limit(1).offset(p('skipped')).as('cut'),
      ];
    }),
  );
}

export const pieceRows = (pieces: readonly Piece[]): string =>
  JSON.stringify(
    pieces.map(({ series, since, until, ahead, rawFrom }) => [series, since, until, ahead, rawFrom]),
  );

const PIECE_COLUMNS = { ...STRETCH_COLUMNS, ahead: 'integer', raw_from: 'integer' } as const;

type PieceRow = Stretch & { readonly ahead: number; readonly raw_from: number };

/** Names the pieces `given`, materialized: otherwise SQLite would parse a piece again for each row of its span. */
export const withPieces = (db: Db, kysely: Kysely<Database>, pieces: string) =>
  kysely.with(
    (cte) => cte('given').materialized(),
    (each) =>
      each
        .selectFrom(jsonRows<PieceRow>(db.engine, pieces, PIECE_COLUMNS).as('rows'))
        .select(['series', 'since', 'until', 'ahead', 'raw_from']),
  );

const fromPieces = (db: Db, kysely: Kysely<Database>, pieces: string) =>
  withPieces(db, kysely, pieces).selectFrom('given');

const placeOf = (column: string, interval: number): RawBuilder<number> =>
  sql<number>`(${sql.ref(column)} + given.ahead) / ${interval}`;

type Counted = { pieces: string; interval: number };

// SQLite keeps the order of a cross join: it reads span by span.

const isInSpan = sql<SqlBool>`history.series_id = given.series
  and history.time >= given.since and history.time < given.until`;

function prepareNumbers(db: Db) {
  return db.prepare<Counted>()((kysely, p) =>
    fromPieces(db, kysely, p('pieces'))
      .crossJoin(historyOfEach(db, isInSpan))
      .select((eb) => [
        'given.series',
        placeOf('history.time', p('interval')).as('place'),
        eb.fn.countAll<number>().as('count'),
        eb.fn.min<number>('history.number').as('minimum'),
        eb.fn.max<number>('history.number').as('maximum'),
        eb.fn.sum<number>('history.number').as('sum'),
      ])
      .where(isInSpan)
      .where('history.number', 'is not', null)
      .groupBy(['given.series', 'place']),
  );
}

function prepareNumberHours(db: Db) {
  return db.prepare<Counted>()((kysely, p) =>
    fromPieces(db, kysely, p('pieces'))
      .crossJoin('history_hours')
      .select((eb) => [
        'given.series',
        placeOf('history_hours.hour', p('interval')).as('place'),
        eb.fn.sum<number>('history_hours.count').as('count'),
        eb.fn.min<number>('history_hours.minimum').as('minimum'),
        eb.fn.max<number>('history_hours.maximum').as('maximum'),
        eb.fn.sum<number>('history_hours.sum').as('sum'),
      ])
      .whereRef('history_hours.series_id', '=', 'given.series')
      .whereRef('history_hours.hour', '>=', 'given.since')
      .whereRef('history_hours.hour', '<', 'given.until')
      .groupBy(['given.series', 'place']),
  );
}

function prepareOthers(db: Db) {
  return db.prepare<Counted>()((kysely, p) =>
    fromPieces(db, kysely, p('pieces'))
      .crossJoin(historyOfEach(db, isInSpan))
      .select((eb) => [
        'given.series',
        placeOf('history.time', p('interval')).as('place'),
        eb.fn.countAll<number>().as('count'),
        eb.fn.max<number>('history.time').as('last'),
      ])
      .where(isInSpan)
      .where('history.number', 'is', null)
      .groupBy(['given.series', 'place']),
  );
}

function prepareNonNumericHours(db: Db) {
  return db.prepare<Counted>()((kysely, p) =>
    fromPieces(db, kysely, p('pieces'))
      .crossJoin('history_non_numeric_hours')
      .select((eb) => [
        'given.series',
        placeOf('history_non_numeric_hours.hour', p('interval')).as('place'),
        eb.fn.sum<number>('history_non_numeric_hours.count').as('count'),
        eb.fn.max<number>('history_non_numeric_hours.last').as('last'),
      ])
      .whereRef('history_non_numeric_hours.series_id', '=', 'given.series')
      .whereRef('history_non_numeric_hours.hour', '>=', 'given.since')
      .whereRef('history_non_numeric_hours.hour', '<', 'given.until')
      .groupBy(['given.series', 'place']),
  );
}
