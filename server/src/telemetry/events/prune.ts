import { jsonRows } from '@azulejo/storage';
import type { Db } from '../../database/index.ts';

/** Rows per step: a few milliseconds of deleting, so that writes hardly wait. */
const STEP_ROWS = 500;

/**
 * Deletes events older than `end`:
 * 1. Find some of the oldest events, and the highest expired number of each user's log.
 * 2. Delete each log from its beginning to that number, so that the rest has no gap.
 * 3. Repeat, in short steps between which other writes run, until nothing is expired.
 */
export function createPrune(db: Db): (end: number) => Promise<void> {
  const findDue = prepareFindDue(db);
  const remove = prepareRemove(db);
  return async (end) => {
    for (;;) {
      const due = await findDue.all({ end, limit: STEP_ROWS });
      if (due.length === 0) return;
      const users = JSON.stringify(due.map(({ userId, n }) => [userId, n]));
      await db.unit([remove.bind({ users, limit: STEP_ROWS })]);
    }
  };
}

/** Finds the highest expired number of each user's log. */
function prepareFindDue(db: Db) {
  return db.prepare<{ end: number; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom((eb) =>
        eb
          .selectFrom('user_events')
          .select(['user_id', 'n'])
          .where('at', '<', p('end'))
          .orderBy('at')
          .limit(p('limit'))
          .as('oldest'),
      )
      .select((eb) => ['user_id as userId', eb.fn.max('n').as('n')])
      .groupBy('user_id'),
  );
}

function prepareRemove(db: Db) {
  return db.prepare<{ users: string; limit: number }>()((kysely, p) =>
    kysely.deleteFrom('user_events').where((eb) =>
      eb(
        eb.refTuple('user_id', 'n'),
        'in',
        eb
          .selectFrom(
            jsonRows<{ user_id: string; n: number }>(db.engine, p('users'), {
              user_id: 'text',
              n: 'integer',
            }).as('given'),
          )
          .innerJoin('user_events as due', (join) =>
            join.onRef('due.user_id', '=', 'given.user_id').onRef('due.n', '<=', 'given.n'),
          )
          .select(['due.user_id', 'due.n'])
          .orderBy('due.user_id')
          .orderBy('due.n')
          .limit(p('limit'))
          .$asTuple('user_id', 'n'),
      ),
    ),
  );
}
