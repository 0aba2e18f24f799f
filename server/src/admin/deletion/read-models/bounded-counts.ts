import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../../../database/index.ts';

/** A count, and whether there may be more. */
export type Count = { readonly count: number; readonly isMore: boolean };

/** Maximum number of rows examined for each count, which bounds its time. */
export const CANDIDATES = 100_000;

/** Counts on reader threads, at most `CANDIDATES` rows. */
export function createBoundedCounts(db: Db) {
  async function countRows<Tables, Names extends keyof Tables>(
    query: SelectQueryBuilder<Tables, Names, object>,
  ): Promise<number> {
    const some = query
      .select(sql.lit(1).as('one'))
      .limit(CANDIDATES + 1)
      .as('some');
    const { n } = await db.scan
      .selectFrom(some)
      .select(({ fn }) => fn.countAll<number | string>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  }

  /** Counts `found` among the first `candidates` only. */
  async function count<Tables, Names extends keyof Tables, Others, OtherNames extends keyof Others>(
    candidates: SelectQueryBuilder<Tables, Names, object>,
    found: SelectQueryBuilder<Others, OtherNames, object>,
  ): Promise<Count> {
    const walked = await countRows(candidates);
    const n = walked === 0 ? 0 : await countRows(found);
    return { count: Math.min(n, CANDIDATES), isMore: Math.max(walked, n) > CANDIDATES };
  }

  const countAll = <Tables, Names extends keyof Tables>(query: SelectQueryBuilder<Tables, Names, object>) =>
    count(query, query);

  return { count, countAll };
}
