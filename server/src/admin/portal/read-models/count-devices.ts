import { sql } from 'kysely';
import type { Db } from '../../../database/index.ts';

/**
 * Maximum number of rows that a query examines when each costs a look-up of its own: some tenths of a second.
 */
const CANDIDATES = 100_000;
const APPLICATION_KINDS = ['application', 'manager'] as const;

/** Selects the ids of the applications and managers that are not removed. */
export const visibleApplications = (db: Db) =>
  db.scan
    .selectFrom('clients')
    .select('clients.id')
    .where('clients.kind', 'in', APPLICATION_KINDS)
    .where('clients.state', '<>', 'removed');

/** Returns a function that counts the devices of users, among a bounded number of channels, which it counts too. */
export function createCountDevices(db: Db) {
  const visible = visibleApplications(db);

  /** `isMore` says that not all channels were examined. */
  return async function countDevices(): Promise<{ count: number; examined: number; isMore: boolean }> {
    const { walked, found } = await db.scan
      .selectFrom((eb) =>
        eb
          .selectFrom('channels')
          .select('id')
          .where('context_of', 'is', null)
          .where('removed', 'is', null)
          .limit(CANDIDATES + 1)
          .as('some'),
      )
      .select((eb) => [
        eb.fn.countAll<number | string>().as('walked'),
        eb.fn
          .count<number | string>(
            eb
              .case()
              .when(
                eb.exists(
                  eb
                    .selectFrom('grants')
                    .innerJoin('users', 'users.id', 'grants.grantee_id')
                    .select(sql.lit(1).as('one'))
                    .whereRef('grants.channel_id', '=', 'some.id')
                    .where('grants.role', '=', 'user')
                    .where('users.client_id', 'in', visible),
                ),
              )
              .then(1)
              .end(),
          )
          .as('found'),
      ])
      .executeTakeFirstOrThrow();
    return { count: Number(found), examined: Number(walked), isMore: Number(walked) > CANDIDATES };
  };
}
