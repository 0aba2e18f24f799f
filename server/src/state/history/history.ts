import type { ValueAddress } from '@azulejo/contract';
import type { Db } from '../../database/index.ts';
import { type Clock, MAX_AHEAD_MS } from '../../platform/clock.ts';
import { createAppend } from './append.ts';
import { createFindSeries } from './find-series.ts';
import { createIntervals } from './intervals.ts';
import type { Bucket, Point, Range } from './point.ts';
import { createPoints } from './points.ts';
import { type AskedSeries, createPointsOfMany } from './points-of-many.ts';
import { createPrune } from './prune.ts';
import { keptBy, type Retention } from './retention.ts';
import { createRollUp } from './roll-up.ts';
import { createSeries } from './series.ts';
import type { Zone } from './zone.ts';

type Dependencies = { db: Db; clock: Clock; retention: Retention };

export type History = ReturnType<typeof createHistory>;

/** Every value that a property had: as it came for a while, as hourly aggregates of its numbers for long. */
export function createHistory({ db, clock, retention }: Dependencies) {
  const series = createSeries(db);
  const readPoints = createPoints(db);
  const readPointsOfMany = createPointsOfMany(db, readPoints);
  const withoutFuture = <Asked extends { to: number }>(range: Asked): Asked => ({
    ...range,
    to: Math.min(range.to, clock.now() + MAX_AHEAD_MS),
  });
  const rollUp = createRollUp(db);
  const readIntervals = createIntervals({ db, areOthersRolledUp: rollUp.isDone });
  const kept = keptBy(retention);
  const prune = createPrune(db, kept);

  return {
    /** The series of addresses, in their order; those that do not exist yet are made. */
    seriesOf: series.of,
    /** The series of one address; undefined for a property that never had a value. */
    find: series.find,
    /** The series of the channels that a user may use. */
    ofUser: createFindSeries(db, clock),
    /** Adds points to their series, and their numbers to the hours. */
    append: createAppend(db),
    /** The values as they came, newest first. What a clock that was ahead stamped is not the newest: it is left out. */
    points: (number: number, range: Range): Promise<Point[]> => readPoints(number, withoutFuture(range)),
    /** The same of many series, in few statements; by their numbers. */
    pointsOfMany: (
      asked: readonly AskedSeries[],
      range: Omit<Range, 'from'>,
    ): Promise<Map<number, Point[]>> => readPointsOfMany(asked, withoutFuture(range)),
    /** Down-sampled, newest interval first; those in which there is nothing are left out. */
    intervals: (
      number: number,
      { propertyId }: Pick<ValueAddress, 'propertyId'>,
      range: Range & { readonly interval: number; readonly zone: Zone },
    ): Promise<Bucket[]> =>
      readIntervals({ ...range, series: number, rawFrom: kept.rawFrom(propertyId, clock.now()) }),
    rollUp,
    /** Deletes what is older than it is kept. */
    prune: () => prune(clock.now()),
  };
}
