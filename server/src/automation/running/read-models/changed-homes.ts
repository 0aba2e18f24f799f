import type { Db } from '../../../database/index.ts';

/** Prepares the search for active users whose homes have another revision than their agents were told of. */
export const prepareChangedHomes = (db: Db) =>
  db.prepare<{ limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('agent_homes')
      .innerJoin('users', 'users.id', 'agent_homes.user_id')
      .select(['users.id as userId', 'users.home_revision as revision'])
      .where('users.state', '=', 'active')
      .where((eb) =>
        eb.or([
          eb('agent_homes.revision', 'is', null),
          eb('agent_homes.revision', '<>', eb.ref('users.home_revision')),
        ]),
      )
      .orderBy('users.id')
      .limit(p('limit')),
  );
