import { jsonRows } from '@azulejo/storage';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Database, Db } from '../../database/index.ts';
import { historyOfEach } from './history-of-each.ts';
import type { Range } from './point.ts';
import type { RequestedSeries } from './points-of-many.ts';

/**
 * Which values: all, those that somebody requested, those of one person, or those that devices reported by
 * themselves.
 */
export type Origin = 'any' | 'requested' | 'reported' | { readonly by: string };

export type RecentQuestion = Omit<Range, 'from'> & { readonly origin: Origin };

/** `data` is undefined when its JSON is longer than `MAX_DATA_LENGTH`. */
export type RecentPoint = {
  readonly series: number;
  readonly time: number;
  readonly data: unknown;
  readonly sender: string | undefined;
  readonly onBehalfOf: string | undefined;
  readonly cause: string;
};

/** Counted in characters. */
const MAX_DATA_LENGTH = 2_000;
/** Maximum number of values beyond the limit that are read because they have the same time as the last one. */
const MAX_SAME_TIME = 1_000;
/** Limits the series per statement. */
const BATCH_SIZE = 5_000;

/**
 * Reads the newest values of many series together, by index alone however many values there are:
 * 1. Find the time of the newest value of each series, with one index lookup each.
 * 2. Select the `limit` series with the newest ones. The result is among their values, because the newest of
 *    each is a candidate, and it does not begin before the oldest of these candidates.
 * 3. Read the values of these series from that time on.
 */
export function createRecent(db: Db) {
  const any = prepareRecent(db, { condition: sql<SqlBool>`true` });
  const requested = prepareRecent(db, { condition: isRequested, index: 'history_requested_index' });
  const reported = prepareRecent(db, { condition: sql<SqlBool>`coalesce(${isRequested}, false) = false` });
  const ofPerson = prepareRecent(db, {
    condition: isRequested,
    index: 'history_requested_by_index',
    isOfPerson: true,
  });
  const statements = { any, requested, reported };

  return async (
    requested: readonly RequestedSeries[],
    { to, limit, origin }: RecentQuestion,
  ): Promise<RecentPoint[]> => {
    const { newest, values } = typeof origin === 'object' ? ofPerson : statements[origin];
    const by = typeof origin === 'object' ? origin.by : '';
    const heads: { series: number; time: number }[] = [];
    for (let start = 0; start < requested.length; start += BATCH_SIZE) {
      const batch = requested.slice(start, start + BATCH_SIZE).map(({ series, from }) => [series, from]);
      for (const { series, time } of await newest.scan({ requested: JSON.stringify(batch), to, by }))
        if (time !== null) heads.push({ series, time });
    }
    heads.sort((one, other) => other.time - one.time);
    const last = heads[limit - 1]?.time ?? 0;
    const fromOf = new Map(requested.map(({ series, from }) => [series, Math.max(from, last)]));
    const chosen = heads
      .filter(({ time }, index) => index < limit + MAX_SAME_TIME && time >= last)
      .map(({ series }) => [series, fromOf.get(series) ?? last]);
    if (chosen.length === 0) return [];
    const rows = await values.scan({
      requested: JSON.stringify(chosen),
      to,
      by,
      limit: limit + MAX_SAME_TIME,
    });
    const end = rows[limit - 1]?.time ?? 0;
    return rows
      .filter(({ time }, index) => index < limit || time === end)
      .map((row) => ({
        series: row.series,
        time: row.time,
        data: row.isLong ? undefined : (row.number ?? (JSON.parse(row.data_json ?? 'null') as unknown)),
        sender: row.sender ?? undefined,
        onBehalfOf: row.on_behalf_of ?? undefined,
        cause: row.cause ?? 'report',
      }));
  };
}

/** The condition of the partial indexes of migration `activity-of-homes`, in the same words. */
const isRequested = sql<SqlBool>`substr(history.cause, 1, 8) = 'command:'`;

type Requested = { requested: string; to: number; by: string };

type History = Selectable<Database['history']>;

type Variant = {
  readonly condition: RawBuilder<SqlBool>;
  /** SQLite, which has no statistics, would read whole series by their key instead. */
  readonly index?: string;
  readonly isOfPerson?: boolean;
};

function prepareRecent(db: Db, { condition, index, isOfPerson = false }: Variant) {
  const source = sql<History>`history`.as<'history'>(
    index && db.engine === 'sqlite' ? sql`history indexed by ${sql.ref(index)}` : sql`history`,
  );
  const given = (rows: string) =>
    jsonRows<{ id: number; since: number }>(db.engine, rows, { id: 'integer', since: 'integer' }).as('given');
  const person = (by: string) =>
    isOfPerson ? sql<SqlBool>`history.on_behalf_of = ${by}` : sql<SqlBool>`${by} = ''`;
  const isRecent = (to: number, by: string) =>
    sql<SqlBool>`history.series_id = given.id and history.time >= given.since and history.time < ${to}
      and ${condition} and ${person(by)}`;
  const first = (limit: number) => sql`order by history.time desc, history.n desc limit ${limit}`;
  const newest = db.prepare<Requested>()((kysely, p) =>
    kysely.selectFrom(given(p('requested'))).select((eb) => [
      'given.id as series',
      eb
        .selectFrom(source)
        .select('history.time')
        .where(isRecent(p('to'), p('by')))
        .orderBy('history.time', 'desc')
        .limit(1)
        .as('time'),
    ]),
  );
  const values = db.prepare<Requested & { limit: number }>()((kysely, p) =>
    kysely
      .selectFrom(given(p('requested')))
      .crossJoin(
        db.engine === 'sqlite' ? source : historyOfEach(db, isRecent(p('to'), p('by')), first(p('limit'))),
      )
      .select([
        'history.series_id as series',
        'history.time',
        'history.number',
        'history.sender',
        'history.on_behalf_of',
        'history.cause',
        sql<string | null>`case when length(history.data_json) <= ${sql.lit(MAX_DATA_LENGTH)}
          then history.data_json end`.as('data_json'),
        sql<number>`case when length(history.data_json) > ${sql.lit(MAX_DATA_LENGTH)} then 1 else 0 end`.as(
          'isLong',
        ),
      ])
      .where(isRecent(p('to'), p('by')))
      .orderBy('history.time', 'desc')
      .orderBy('history.series_id')
      .orderBy('history.n', 'desc')
      .limit(p('limit')),
  );
  return { newest, values };
}
