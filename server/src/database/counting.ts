import type { Storage } from '@azulejo/storage';
import { sql } from 'kysely';
import type { Database, TableName } from './tables/index.ts';

const FEW = 1_000;

/**
 * Returns where to count the rows of a table: here as long as there are few, which takes less than a millisecond, and
 * else on a reader thread, which takes 17 MB as long as it is used.
 */
export async function whereToCount(
  db: Storage<Database>,
  table: TableName,
  where = sql``,
): Promise<Storage<Database>['read']> {
  const { rows } = await sql<{ n: number | string }>`
    select count(*) as n from (select 1 from ${sql.table(table)} ${where} limit ${FEW + 1}) as first`.execute(
    db.read,
  );
  return Number(rows[0]?.n) <= FEW ? db.read : db.scan;
}
