import { sql } from 'kysely';
import type { Db } from '../../../database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createOverview } from './overview.ts';

export type ApplicationNumbers = ReturnType<typeof createApplicationNumbers>;

/** Counts for the portal's pages, on reader threads. Data of removed applications does not count. */
export function createApplicationNumbers(db: Db, clock: Pick<Clock, 'monotonic'>) {
  return {
    overview: createOverview(db, clock),

    /** Returns the number of users of each of these applications. */
    async usersOf(clientIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
      if (clientIds.length === 0) return new Map();
      const rows = await db.scan
        .selectFrom('users')
        .select(({ fn }) => ['client_id', fn.countAll<number | string>().as('users')])
        .where('client_id', 'in', clientIds)
        .where('state', '<>', sql.lit('removed'))
        .groupBy('client_id')
        .execute();
      return new Map(rows.map((row) => [row.client_id, Number(row.users)]));
    },

    /** Returns a user that the client may read: its own, or one of an application that it works for. */
    async exampleUser(clientId: string, worksFor: readonly string[]): Promise<string | undefined> {
      const row = await db.read
        .selectFrom('users')
        .select('id')
        .where('client_id', 'in', [clientId, ...worksFor])
        .where('state', '=', 'active')
        .limit(1)
        .executeTakeFirst();
      return row?.id;
    },
  };
}
