import { createWeeklyPartitions } from '@azulejo/storage';
import type { Db } from '../../database/index.ts';
import { type Clock, MAX_AHEAD_MS } from '../../platform/clock.ts';
import { createAppend } from './append.ts';
import { type Counter, createRises, type Rises, type RisesQuestion } from './counters.ts';
import { createIntervals, type Question } from './intervals.ts';
import type { Bucket, Point, Range } from './point.ts';
import { createPoints } from './points.ts';
import { createPointsOfMany, type RequestedSeries } from './points-of-many.ts';
import { createPrune } from './prune.ts';
import { createActors } from './read-models/actors.ts';
import { createFindSeries } from './read-models/find-series.ts';
import { createRecent, type RecentPoint, type RecentQuestion } from './recent.ts';
import { historyRetentionOf, type Retention } from './retention.ts';
import { createSeries } from './series.ts';

type Dependencies = { db: Db; clock: Clock; retention: Retention };

export type History = ReturnType<typeof createHistory>;

/** Stores every value of a property: raw for a short retention, and aggregated by hour for a long one. */
export function createHistory({ db, clock, retention }: Dependencies) {
  const series = createSeries(db);
  const readPoints = createPoints(db);
  const readRecent = createRecent(db);
  const readPointsOfMany = createPointsOfMany(db, readPoints);
  const kept = historyRetentionOf(retention);
  /** Adds the time from which on all raw values of each property are stored. */
  const withRawFrom = <Each extends { propertyId: string }>(requested: readonly Each[]) =>
    requested.map((each) => ({ ...each, rawFrom: kept.rawFrom(each.propertyId, clock.now()) }));
  const withoutFuture = <Requested extends { to: number }>(range: Requested): Requested => ({
    ...range,
    to: Math.min(range.to, clock.now() + MAX_AHEAD_MS),
  });
  /** Leaves out what is past its retention and not deleted yet, such as the beginning of a week. */
  const sinceKept = <Requested extends { from: number }>(requested: Requested): Requested => ({
    ...requested,
    from: Math.max(requested.from, kept.anyFrom(clock.now())),
  });
  const readIntervals = createIntervals(db);
  const prune = createPrune(db, kept, weeksOf(db));
  const readRises = createRises(db);

  return {
    /** Returns the series of the addresses, in their order; creates missing ones. */
    seriesOf: series.of,
    /** Returns the series of one address; undefined for a property that never had a value. */
    find: series.find,
    /** Returns the series of the channels that a user may use. */
    ofUser: createFindSeries(db, clock),
    /** Appends points to their series, and adds them to the hourly aggregates. */
    append: createAppend(db),
    /** Returns raw values, newest first. Values stamped by a clock that was ahead are left out. */
    points: (number: number, range: Range): Promise<Point[]> =>
      readPoints(number, withoutFuture(sinceKept(range))),
    /** Does the same for many series in few statements; keyed by series. */
    pointsOfMany: (
      requested: readonly RequestedSeries[],
      range: Omit<Range, 'from'>,
    ): Promise<Map<number, Point[]>> => readPointsOfMany(requested.map(sinceKept), withoutFuture(range)),
    /** Returns the newest values of many series together, newest first: `limit`, and those of the last one's time. */
    recent: (requested: readonly RequestedSeries[], question: RecentQuestion): Promise<RecentPoint[]> =>
      readRecent(requested.map(sinceKept), withoutFuture(question)),
    /** Returns who caused values, or did something else, with only the names that the caller may see. */
    ...createActors(db),
    /** Returns down-sampled values, newest interval first, keyed by series; empty intervals are left out. */
    intervals: (
      requested: readonly (RequestedSeries & { readonly propertyId: string })[],
      question: Question,
    ): Promise<Map<number, Bucket[]>> => readIntervals(withRawFrom(requested), question),
    /** Returns how much counters rose in each bar, and each of them in all, from their hours. */
    rises: (
      counters: readonly (Omit<Counter, 'rawFrom'> & { readonly propertyId: string })[],
      question: Omit<RisesQuestion, 'end'>,
    ): Promise<Rises> => readRises(withRawFrom(counters), { ...question, end: clock.now() + MAX_AHEAD_MS }),
    /** Deletes what is past its retention. */
    prune: () => prune(clock.now()),
    /** Creates the partitions of the coming weeks; undefined on an engine without them. */
    createWeeks: createWeeksOf(db, clock),
  };
}

const weeksOf = (db: Db) =>
  db.engine === 'postgres' ? createWeeklyPartitions(db, { table: 'history', column: 'time' }) : undefined;

function createWeeksOf(db: Db, clock: Clock): (() => Promise<void>) | undefined {
  const weeks = weeksOf(db);
  return weeks && (() => weeks.create(clock.now()));
}
