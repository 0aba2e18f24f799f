import type { Db } from '../../database/index.ts';
import { createAppend } from './append.ts';
import { createSeriesOf } from './series.ts';

export type History = ReturnType<typeof createHistory>;

/** Every value that a property had: as it came for a while, as hourly aggregates of its numbers for long. */
export function createHistory({ db }: { db: Db }) {
  return {
    /** The series of addresses, in their order; those that do not exist yet are made. Keeps what it knows. */
    seriesOf: createSeriesOf(db),
    /** Adds points to their series, and their numbers to the hours. */
    append: createAppend(db),
  };
}
