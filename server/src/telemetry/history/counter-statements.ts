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
  readonly rawFrom: number;
};
/**
 * Hours of one bar with one weight; `before` is the sum of the weights of the hours before it. Or one hour that is
 * cut at `cut`: what comes after it belongs to the bar `nextBar` with the weight `nextWeight`. Other segments are cut
 * at their end. `weight` is that of the whole segment.
 */
export type SegmentRow = {
  readonly bar: number;
  readonly since: number;
  readonly until: number;
  readonly weight: number;
  readonly before: number;
  readonly cut: number;
  readonly ownWeight: number;
  readonly nextBar: number;
  readonly nextWeight: number;
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
  JSON.stringify(
    counters.map(({ series, factor, since, role, rawFrom }) => [series, factor, since, role, rawFrom]),
  );

export const segmentRows = (segments: readonly SegmentRow[]): string =>
  JSON.stringify(
    segments.map((each) => [
      ...[each.bar, each.since, each.until, each.weight, each.before],
      ...[each.cut, each.ownWeight, each.nextBar, each.nextWeight],
    ]),
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
 *    `at_cut`: the value up to which it counts for the first of two bars, in an hour that is cut and whose raw values
 *    are stored: the first value after the cut, which is one step in the index.
 * 4. `judged`: a rise faster than `most` in an hour is a new count. Gaps within one bar have their weight. `share`: the
 *    part of the hour's rise that belongs to the first of two bars; by time when there are no raw values.
 * 5. `parts`: what each hour adds to the one or two bars that share it.
 * 6. Sums by counter and by bar, and the gaps that are not within one bar.
 */
export function prepareRises(db: Db) {
  return db.prepare<Requested>()((kysely, p) =>
    kysely
      .with(
        (cte) => cte('counters').materialized(),
        () => given(jsonRows(db.engine, p('counters'), COUNTER_COLUMNS)),
      )
      .with(
        (cte) => cte('segments').materialized(),
        () => given(jsonRows(db.engine, p('segments'), SEGMENT_COLUMNS)),
      )
      .with('hours', () => hoursOf(db, { from: p('from'), to: p('to'), end: p('end') }))
      .with('near', () => near)
      .with('reached', () => reached)
      .with('counted', () => countedWith(p('most')))
      .with(
        (cte) => cte('judged').materialized(),
        () => judgedWith(p('most')),
      )
      .with('parts', () => parts)
      .selectFrom(sums.as('rises'))
      .selectAll(),
  );
}

const COUNTER_COLUMNS = {
  series: 'integer',
  factor: 'real',
  since: 'integer',
  role: 'integer',
  raw_from: 'integer',
} as const;
const SEGMENT_COLUMNS = {
  bar: 'integer',
  since: 'integer',
  until: 'integer',
  weight: 'real',
  before: 'real',
  cut: 'integer',
  own_weight: 'real',
  next_bar: 'integer',
  next_weight: 'real',
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
  select counters.series, counters.role, counters.factor, counters.raw_from, segments.bar, segments.weight,
    segments.cut, segments.own_weight, segments.next_bar, segments.next_weight,
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
  select counters.series, counters.role, counters.factor, counters.raw_from, ${sql.lit(bar)} as bar, 0.0 as weight,
    history_hours.hour + ${HOUR} as cut, 0.0 as own_weight, ${sql.lit(bar)} as next_bar, 0.0 as next_weight,
    0.0 as position,
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
    case when low < earlier and later >= earlier then earlier else low end as base,
    case when cut < hour + ${HOUR} and hour >= raw_from then coalesce((
      select history.number * factor from history
      where history.series_id = series and history.time >= cut and history.time < hour + ${HOUR}
        and history.number is not null
      order by history.time, history.n limit 1), reach) end as at_cut,
    case when low < earlier and (later is null or later < earlier)
        and not coalesce(earlier_low < earliest and earlier >= earliest, false)
      then 1 else 0 end as falls
  from reached)`;

const judgedWith = (most: number) => sql<HourRow>`(
  select series, role, bar, next_bar, hour, later_hour, later_bar, falls, gap, own_weight, next_weight,
    case when own > ${most} then 0.0 else own end as own,
    case
      when cut >= hour + ${HOUR} then 1.0
      when at_cut is null or own <= 0 then (cut - hour) * 1.0 / ${HOUR}
      when at_cut <= base then 0.0
      when at_cut - base >= own then 1.0
      else (at_cut - base) / own
    end as share,
    case when later_bar = next_bar and gap is not null then gap else 0.0 end as inner_gap,
    case when later_bar = next_bar and gap is not null
      then (later_position - position - weight) / (missing / ${HOUR}) else 0.0 end as gap_weight
  from counted)`;

const parts = sql<HourRow>`(
  select series, role, bar, own * share as rise, own * share * own_weight as weighted, 0.0 as estimated, falls
  from judged where bar >= 0
  union all
  select series, role, next_bar, own * (1 - share) + inner_gap,
    own * (1 - share) * next_weight + inner_gap * gap_weight, inner_gap, 0
  from judged where next_bar >= 0 and (next_bar <> bar or inner_gap > 0))`;

const sums = sql<RiseRow>`(
  select 'series' as kind, series as id, 0 as place, 0 as until, sum(rise) as rise, sum(weighted) as weighted,
    sum(estimated) as estimated, sum(falls) as falls
  from parts group by series
  union all
  select 'bar', role, bar, 0, sum(rise), sum(weighted), sum(estimated), sum(falls)
  from parts where role > 0 group by role, bar
  union all
  select 'gap', series, hour + ${HOUR}, later_hour, gap, 0.0, gap, 0
  from judged where gap is not null and later_bar <> next_bar)`;
