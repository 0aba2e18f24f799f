import { sql } from 'kysely';
import type { Db } from '../../../database/index.ts';

/**
 * Prepares the search for homes with another revision than automations were told of. `isBehind` is 1 when the home of
 * an active person has automations that do not know the revision.
 */
export const prepareChangedHomes = (db: Db) =>
  db.prepare<{ limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('homes')
      .innerJoin('users', 'users.id', 'homes.owner_id')
      .leftJoin('automation_homes', 'automation_homes.user_id', 'homes.id')
      .select(['homes.id as homeId', 'homes.revision'])
      .select(({ eb, or, and, exists, selectFrom, ref }) =>
        eb
          .case()
          .when(
            and([
              eb('users.state', '=', sql.lit('active')),
              exists(
                selectFrom('automations')
                  .select(sql.lit(1).as('one'))
                  .whereRef('automations.user_id', '=', 'homes.id'),
              ),
              or([
                eb('automation_homes.revision', 'is', null),
                eb('automation_homes.revision', '<>', ref('homes.revision')),
              ]),
            ]),
          )
          .then(sql.lit(1))
          .else(sql.lit(0))
          .end()
          .as('isBehind'),
      )
      .whereRef('homes.revision', '<>', 'homes.automations_revision')
      .orderBy('homes.id')
      .limit(p('limit')),
  );
