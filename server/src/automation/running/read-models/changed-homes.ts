import type { Db } from '../../../database/index.ts';

/** Prepares the search for active users whose homes have another revision than the one their agents know. */
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

/** Prepares the count of homes with agents, up to a limit. */
export const prepareHomeCount = (db: Db) =>
  db.prepare<{ limit: number }>()((kysely, p) =>
    kysely
      .selectFrom((eb) => eb.selectFrom('agent_homes').select('user_id').limit(p('limit')).as('some'))
      .select(({ fn }) => fn.countAll<number>().as('homes')),
  );
