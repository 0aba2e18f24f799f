import { jsonRows } from '@azulejo/storage';
import { sql } from 'kysely';
import { isKnown, isLiving } from '../../core/servers/index.ts';
import { databaseTime } from '../../database/database-time.ts';
import type { Db } from '../../database/index.ts';

/** The most taken sessions that one check ends; the next check continues. */
const MAX_TAKEN = 1_000;

const givenRows = (db: Db) => (rows: string) =>
  jsonRows<{ id: string; session_id: string; age_ms: number }>(db.engine, rows, {
    id: 'text',
    session_id: 'text',
    age_ms: 'integer',
  }).as('given');

/** Prepares the statements about sessions. Only servers on PostgreSQL have others. */
export function prepareSessions(db: Db) {
  const given = givenRows(db);
  return {
    put: db.prepare<{ server: string; rows: string }>()((kysely, p) =>
      kysely
        .insertInto('live_sessions')
        .columns(['id', 'server_id', 'session_id', 'since', 'is_taken'])
        .expression((eb) =>
          eb
            .selectFrom(given(p('rows')))
            .select([
              'given.id',
              sql<string>`${p('server')}`.as('server_id'),
              'given.session_id',
              sql<number>`${databaseTime()} - given.age_ms`.as('since'),
              sql<number>`0`.as('is_taken'),
            ])
            .orderBy('given.id'),
        )
        .onConflict((conflict) =>
          conflict.columns(['id', 'server_id']).doUpdateSet((eb) => ({
            session_id: eb.ref('excluded.session_id'),
            since: eb.ref('excluded.since'),
            is_taken: 0,
          })),
        ),
    ),
    mark: prepareMark(db, given),
    marked: db.prepare<{ server: string }>()((kysely, p) =>
      kysely
        .selectFrom('live_sessions')
        .select(['id', 'session_id as session'])
        .where('server_id', '=', p('server'))
        .where('is_taken', '=', 1)
        .limit(sql.lit(MAX_TAKEN)),
    ),
    ...prepareRemovals(db, given),
  };
}

/** Returns what marks the earlier of sessions with the same id, and returns them. It locks rows in the order of their key. */
function prepareMark(db: Db, given: ReturnType<typeof givenRows>) {
  return db.prepare<{ server: string; rows: string }>()((kysely, p) =>
    kysely
      .with('earlier', (eb) =>
        eb
          .selectFrom('live_sessions as session')
          .innerJoin(given(p('rows')), 'given.id', 'session.id')
          .select(['session.id', 'session.server_id'])
          .where('session.is_taken', '=', 0)
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('live_sessions as later')
                .select('later.id')
                .whereRef('later.id', '=', 'session.id')
                .where(isLiving('later.server_id'))
                .where(sql<boolean>`(later.since, later.server_id) > (session.since, session.server_id)`),
            ),
          )
          .orderBy('session.id')
          .orderBy('session.server_id')
          .forUpdate('session'),
      )
      .updateTable('live_sessions')
      .from('earlier')
      .set({ is_taken: 1 })
      .whereRef('live_sessions.id', '=', 'earlier.id')
      .whereRef('live_sessions.server_id', '=', 'earlier.server_id')
      .returning([
        'live_sessions.id',
        'live_sessions.server_id as server',
        'live_sessions.session_id as session',
      ]),
  );
}

function prepareRemovals(db: Db, given: ReturnType<typeof givenRows>) {
  return {
    remove: db.prepare<{ server: string; rows: string }>()((kysely, p) =>
      kysely
        .deleteFrom('live_sessions')
        .using(given(p('rows')))
        .where('live_sessions.server_id', '=', p('server'))
        .whereRef('live_sessions.id', '=', 'given.id')
        .whereRef('live_sessions.session_id', '=', 'given.session_id'),
    ),
    removeAll: db.prepare<{ server: string }>()((kysely, p) =>
      kysely.deleteFrom('live_sessions').where('server_id', '=', p('server')),
    ),
    prune: db.prepare<object>()((kysely) =>
      kysely.deleteFrom('live_sessions').where((eb) => eb.not(isKnown('server_id'))),
    ),
  };
}
