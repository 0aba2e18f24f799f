import { sql } from 'kysely';
import type { Db } from '../../../database/index.ts';

/**
 * Prepares the search for active users whose homes have another revision than automations were told of. `isBehind` is
 * 1 when the home has automations that do not know the revision.
 */
export const prepareChangedHomes = (db: Db) =>
  db.prepare<{ limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('users')
      .leftJoin('automation_homes', 'automation_homes.user_id', 'users.id')
      .select(['users.id as userId', 'users.home_revision as revision'])
      .select(({ eb, or, and, exists, selectFrom, ref }) =>
        eb
          .case()
          .when(
            and([
              exists(
                selectFrom('automations')
                  .select(sql.lit(1).as('one'))
                  .whereRef('automations.user_id', '=', 'users.id'),
              ),
              or([
                eb('automation_homes.revision', 'is', null),
                eb('automation_homes.revision', '<>', ref('users.home_revision')),
              ]),
            ]),
          )
          .then(sql.lit(1))
          .else(sql.lit(0))
          .end()
          .as('isBehind'),
      )
      .where('users.state', '=', sql.lit('active'))
      .whereRef('users.home_revision', '<>', 'users.automations_revision')
      .orderBy('users.id')
      .limit(p('limit')),
  );
