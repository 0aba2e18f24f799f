import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Database, Db } from '../../database/index.ts';

type History = Selectable<Database['history']>;

/**
 * Returns the source of values for a cross join with rows that say which: the caller also sets the condition on the
 * join. SQLite keeps the order of a cross join, and looks up the values of each row. PostgreSQL does it with a lateral
 * select, and only in the weeks of the row; otherwise it might read all values of all weeks. `newest` ends the
 * select, by default with what keeps it from being merged into the join.
 */
export const historyOfEach = (
  { engine }: Db,
  condition: RawBuilder<SqlBool>,
  newest: RawBuilder<unknown> = sql`offset 0`,
) =>
  engine === 'sqlite'
    ? sql<History>`history`.as<'history'>(sql`history`)
    : sql<History>`lateral (select * from history where ${condition} ${newest})`.as<'history'>(sql`history`);
