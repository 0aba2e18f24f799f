import { type OnConflictBuilder, sql } from 'kysely';
import type { Database, Db } from '../../database/index.ts';

/** Merges the new counts into an existing hour. */
export function mergeNonNumericHour(
  db: Db,
  conflict: OnConflictBuilder<Database, 'history_non_numeric_hours'>,
) {
  // SQLite's `max` of two values is `greatest` in PostgreSQL.
  const greatest = sql.raw(db.engine === 'sqlite' ? 'max' : 'greatest');
  return conflict.columns(['series_id', 'hour']).doUpdateSet((eb) => ({
    count: eb('history_non_numeric_hours.count', '+', eb.ref('excluded.count')),
    last: sql<number>`${greatest}(history_non_numeric_hours.last, excluded.last)`,
  }));
}
