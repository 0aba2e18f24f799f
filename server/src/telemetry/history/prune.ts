import { jsonRows, type WeeklyPartitions } from '@azulejo/storage';
import type { Db } from '../../database/index.ts';
import type { HistoryRetention } from './retention.ts';

/** Rows per batch: a few milliseconds of deleting, so that writes hardly wait. */
const BATCH_SIZE = 500;
const SERIES_BATCH_SIZE = 500;

type EndRow = { series: number; end: number };

/**
 * Deletes values and hours past their retention, in short batches between which other writes run:
 * 1. Drop the weeks in which no property's values are kept any longer.
 * 2. Read a page of series, and work out when the retention of each begins.
 * 3. Delete expired values, then the hours of other values, then the hours of numbers. Values with the longest
 *    retention are left to their week, unless they are older than all weeks.
 * 4. Continue with the next page, until there is none.
 */
export function createPrune(
  db: Db,
  retention: HistoryRetention,
  weeks: WeeklyPartitions | undefined,
): (now: number) => Promise<void> {
  const seriesAfter = db.prepare<{ after: number; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('series')
      .select(['id', 'property_id as propertyId'])
      .where('id', '>', p('after'))
      .orderBy('id')
      .limit(p('limit')),
  );
  const removeValues = prepareRemoveValues(db);
  const removeHours = prepareRemoveHours(db, 'history_hours');
  const removeNonNumericHours = prepareRemoveHours(db, 'history_non_numeric_hours');

  return async (now) => {
    const anyFrom = retention.anyFrom(now);
    await weeks?.dropBefore(anyFrom);
    const firstWeek = (await weeks?.oldest()) ?? Number.POSITIVE_INFINITY;
    const deletedUntil = (propertyId: string): number => {
      const rawFrom = retention.rawFrom(propertyId, now);
      return rawFrom === anyFrom ? Math.min(rawFrom, firstWeek) : rawFrom;
    };
    let after = 0;
    for (;;) {
      const some = await seriesAfter.all({ after, limit: SERIES_BATCH_SIZE });
      await removeInBatches(
        db,
        removeValues,
        some.map(({ id, propertyId }) => [id, deletedUntil(propertyId)]),
      );
      await removeInBatches(
        db,
        removeNonNumericHours,
        some.map(({ id, propertyId }) => [id, retention.rawFrom(propertyId, now)]),
      );
      await removeInBatches(
        db,
        removeHours,
        some.map(({ id }) => [id, retention.hoursFrom(now)]),
      );
      const last = some.at(-1);
      if (!last || some.length < SERIES_BATCH_SIZE) return;
      after = last.id;
    }
  };
}

type Remove = ReturnType<typeof prepareRemoveValues>;

async function removeInBatches(db: Db, remove: Remove, ends: readonly number[][]): Promise<void> {
  const statement = remove.bind({ ends: JSON.stringify(ends), limit: BATCH_SIZE });
  for (;;) {
    const result = await db.unit([statement]);
    if (!result.committed || (result.rows[0]?.length ?? 0) < BATCH_SIZE) return;
  }
}

const given = (db: Db, ends: string) =>
  jsonRows<EndRow>(db.engine, ends, { series: 'integer', end: 'integer' }).as('given');

function prepareRemoveValues(db: Db) {
  return db.prepare<{ ends: string; limit: number }>()((kysely, p) =>
    kysely
      .deleteFrom('history')
      .where((eb) =>
        eb(
          eb.refTuple('series_id', 'time', 'n'),
          'in',
          eb
            .selectFrom(given(db, p('ends')))
            .innerJoin('history as due', (join) =>
              join.onRef('due.series_id', '=', 'given.series').onRef('due.time', '<', 'given.end'),
            )
            .select(['due.series_id', 'due.time', 'due.n'])
            .limit(p('limit'))
            .$asTuple('series_id', 'time', 'n'),
        ),
      )
      .returning('series_id'),
  );
}

function prepareRemoveHours(db: Db, table: 'history_hours' | 'history_non_numeric_hours') {
  return db.prepare<{ ends: string; limit: number }>()((kysely, p) =>
    kysely
      .deleteFrom(table)
      .where((eb) =>
        eb(
          eb.refTuple('series_id', 'hour'),
          'in',
          eb
            .selectFrom(given(db, p('ends')))
            // Both tables have these columns, but Kysely cannot see that for a union of names.
            .innerJoin(`${table} as due` as 'history_hours as due', (join) =>
              join.onRef('due.series_id', '=', 'given.series').onRef('due.hour', '<', 'given.end'),
            )
            .select(['due.series_id', 'due.hour'])
            .limit(p('limit'))
            .$asTuple('series_id', 'hour'),
        ),
      )
      .returning('series_id'),
  );
}
