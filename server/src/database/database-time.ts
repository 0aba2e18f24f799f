import { sql } from 'kysely';
import { systemClock } from '../platform/clock.ts';
import { createDatabaseClock, type DatabaseClock } from '../platform/database-clock.ts';
import type { Db } from './index.ts';

/** The time of PostgreSQL, in milliseconds since 1970. */
export const databaseTime = () => sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Returns the clock of a command, which runs too briefly to ask more than once. */
export async function readDatabaseClock(db: Db): Promise<DatabaseClock> {
  const clock = createDatabaseClock(systemClock);
  if (db.engine === 'sqlite') return clock;
  const asked = clock.monotonic();
  const { rows } = await sql<{ time: number }>`select ${databaseTime()} as time`.execute(db.read);
  for (const { time } of rows) clock.follow({ time, asked, answered: clock.monotonic() });
  return clock;
}
