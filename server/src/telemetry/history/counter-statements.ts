import { jsonRows } from '@azulejo/storage';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/index.ts';
import { HOUR_MS } from './point.ts';

/** A series whose values are a count; `factor` converts them to the unit of the result. */
export type CounterRow = {
  readonly series: number;
  readonly factor: number;
  readonly since: number;
  readonly role: number;
};
/** Hours of one bar with one weight; `before` is the sum of the weights of the hours before it. */
export type SegmentRow = {
  readonly bar: number;
  readonly since: number;
  readonly until: number;
  readonly weight: number;
  readonly before: number;
};

/** The rise of one counter (`series`), of all counters of a role in one bar (`bar`), or of one gap (`gap`). */
export type RiseRow = {
  kind: 'series' | 'bar' | 'gap';
  /** A series; for a bar the role. */
  id: number;
  /** A bar; for a gap when it begins. */
  place: number;
  /** The time at which a gap ends. */
  until: number;
  rise: number;
  weighted: number;
  estimated: number;
  falls: number;
};

export const counterRows = (counters: readonly CounterRow[]): string =>
  JSON.stringify(counters.map(({ series, factor, since, role }) => [series, factor, since, role]));

export const segmentRows = (segments: readonly SegmentRow[]): string =>
  JSON.stringify(
    segments.map(({ bar, since, until, weight, before }) => [bar, since, until, weight, before]),
  );

type Requested = { counters: string; segments: string; from: number; to: number; end: number; most: number };

const HOUR = sql.lit(HOUR_MS);

/**
 * Prepares the statement that says how much counters rose, from their hours alone:
 * 1. `hours`: the hours of each counter with their bar, and the nearest ones outside the range (bars below 0).
 * 2. `near`: each hour with the highest value before it (`earlier`) and the lowest of the next one (`later`).
 *    `reached`: how far it counts, and whether it goes on falling from the hour before it or into the next one.
 * 3. `counted`: what the counter rose in the hour and until the next one (`own`), and in the hours without a
 *    value after it (`gap`).
 * 4. `judged`: a rise faster than `most` in an hour is a new count. Gaps within one bar have their weight.
 * 5. Sums by counter and by bar, and the gaps that are not within one bar.
 */
export function prepareRises(db: Db) {
  return db.prepare<Requested>()((kysely, p) =>
    kysely
      .with(
        (cte) => cte('counters').materialized(),
        () => given(jsonRows<CounterRow>(db.engine, p('counters'), COUNTER_COLUMNS)),
      )
      .with(
        (cte) => cte('segments').materialized(),
        () => given(jsonRows<SegmentRow>(db.engine, p('segments'), SEGMENT_COLUMNS)),
      )
      .with('hours', () => hoursOf(db, { from: p('from'), to: p('to'), end: p('end') }))
      .with('near', () => near)
      .with('reached', () => reached)
      .with('counted', () => countedWith(p('most')))
      .with(
        (cte) => cte('judged').materialized(),
        () => judgedWith(p('most')),
      )
      .selectFrom(sums.as('rises'))
      .selectAll(),
  );
}

const COUNTER_COLUMNS = { series: 'integer', factor: 'real', since: 'integer', role: 'integer' } as const;
const SEGMENT_COLUMNS = {
  bar: 'integer',
  since: 'integer',
  until: 'integer',
  weight: 'real',
  before: 'real',
} as const;

type HourRow = { series: number };

const given = <Row>(rows: RawBuilder<Row>) => sql<Row>`(select * from ${rows} as given)`;

/**
 * Selects the hours of segments. SQLite keeps the order of a cross join: it reads segment by segment.
 * PostgreSQL would compare each hour with each segment; `offset 0` keeps the lateral select one range of the
 * index.
 */
const hoursOf = (
  { engine }: Db,
  { from, to, end }: { from: number; to: number; end: number },
) => sql<HourRow>`(
  select counters.series, counters.role, segments.bar, segments.weight,
    segments.before + (history_hours.hour - segments.since) / ${HOUR} * segments.weight as position,
    history_hours.hour, history_hours.minimum * counters.factor as low,
    history_hours.maximum * counters.factor as high
  from counters cross join segments cross join ${
    engine === 'sqlite'
      ? sql`history_hours`
      : sql`lateral (select * from history_hours where history_hours.series_id = counters.series
          and history_hours.hour >= segments.since and history_hours.hour < segments.until offset 0)
          as history_hours`
  }
  where history_hours.series_id = counters.series and history_hours.hour >= segments.since
    and history_hours.hour < segments.until and history_hours.hour >= counters.since
    and history_hours.hour < ${end}
  union all ${hourOutside(
    -1,
    sql`select max(outer_hours.hour) from history_hours as outer_hours
      where outer_hours.series_id = counters.series and outer_hours.hour >= counters.since
        and outer_hours.hour < ${from}`,
  )}
  union all ${hourOutside(
    -2,
    sql`select min(outer_hours.hour) from history_hours as outer_hours
      where outer_hours.series_id = counters.series and outer_hours.hour >= counters.since
        and outer_hours.hour >= ${to} and outer_hours.hour < ${end}`,
  )})`;

const hourOutside = (bar: number, time: RawBuilder<unknown>) => sql`
  select counters.series, counters.role, ${sql.lit(bar)} as bar, 0.0 as weight, 0.0 as position,
    history_hours.hour, history_hours.minimum * counters.factor as low,
    history_hours.maximum * counters.factor as high
  from counters cross join history_hours
  where history_hours.series_id = counters.series and history_hours.hour = (${time})`;

const near = sql<HourRow>`(
  select hours.*, lag(high) over in_order as earlier, lag(low) over in_order as earlier_low,
    lag(high, 2) over in_order as earliest, lead(low) over in_order as later,
    lead(high) over in_order as later_high,
    lead(hour) over in_order as later_hour, lead(bar) over in_order as later_bar,
    lead(position) over in_order as later_position
  from hours window in_order as (partition by series order by hour))`;

/**
 * Returns whether a counter goes on falling from one hour into the next: both the lowest and the highest value are
 * lower, and the values of the two hours are next to each other. After a reset, they are far apart, or the same again.
 */
const descends = (from: { low: string; high: string }, to: { low: string; high: string }) => {
  const [low, high, lower, higher] = [from.low, from.high, to.low, to.high].map((name) => sql.raw(name));
  return sql`${lower} < ${low} and ${higher} < ${high} and ${higher} - ${low} <= (high - low) / 2
    and ${low} - ${higher} <= (high - low) * 4`;
};

const OWN = { low: 'low', high: 'high' };

/** `missing` is the time without a value; `reach` how far the hour counts; `restarted` what a new count rose. */
const reached = sql<HourRow>`(
  select near.*, later_hour - hour - ${HOUR} as missing,
    case when later >= high and later_hour = hour + ${HOUR} then later else high end as reach,
    case when later_hour = hour + ${HOUR} and later >= low then later - low else 0.0 end as restarted,
    coalesce(${descends({ low: 'earlier_low', high: 'earlier' }, OWN)}, false) as falls_on,
    coalesce(earlier is null and ${descends(OWN, { low: 'later', high: 'later_high' })}, false) as begins_falling
  from near)`;

/**
 * A counter that fell:
 * - and is later as high as it was: it showed a wrong value for a moment;
 * - and goes on falling, such as the counter of a net meter while the sun shines: only what it rose again counts;
 * - in an hour that is as high: the hour has the end of one count and the beginning of the next;
 * - otherwise before its first value of the hour.
 * A first hour whose highest value is above the next one's may have a fall, so only what followed counts. The hour
 * before a fall has both its highest value and what came after it, which is no second fall.
 */
const countedWith = (most: number) => sql<HourRow>`(
  select reached.*,
    case
      when low < earlier and later >= earlier then case when reach > earlier then reach - earlier else 0.0 end
      when falls_on or begins_falling then restarted
      when low < earlier and high >= earlier then high - earlier + restarted
      when earlier is null and later < high and later >= low then restarted
      else reach - low
    end as own,
    case when missing > 0 and later >= high and later - high <= ${most} * (missing / ${HOUR} + 1)
      then later - high end as gap,
    case when low < earlier and (later is null or later < earlier)
        and not coalesce(earlier_low < earliest and earlier >= earliest, false)
      then 1 else 0 end as falls
  from reached)`;

const judgedWith = (most: number) => sql<HourRow>`(
  select series, role, bar, hour, later_hour, later_bar, falls, gap, weight,
    case when own > ${most} then 0.0 else own end as own,
    case when later_bar = bar and gap is not null then gap else 0.0 end as inner_gap,
    case when later_bar = bar and gap is not null
      then (later_position - position - weight) / (missing / ${HOUR}) else 0.0 end as gap_weight
  from counted)`;

const sums = sql<RiseRow>`(
  select 'series' as kind, series as id, 0 as place, 0 as until, sum(own + inner_gap) as rise,
    sum(own * weight + inner_gap * gap_weight) as weighted, sum(inner_gap) as estimated, sum(falls) as falls
  from judged where bar >= 0 group by series
  union all
  select 'bar', role, bar, 0, sum(own + inner_gap), sum(own * weight + inner_gap * gap_weight), sum(inner_gap),
    sum(falls)
  from judged where bar >= 0 and role > 0 group by role, bar
  union all
  select 'gap', series, hour + ${HOUR}, later_hour, gap, 0.0, gap, 0
  from judged where gap is not null and later_bar <> bar)`;
