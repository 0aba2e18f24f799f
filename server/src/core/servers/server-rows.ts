import { jsonRows } from '@azulejo/storage';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { databaseTime } from '../../database/database-time.ts';
import type { Database, Db } from '../../database/index.ts';

/** How long a row is valid after its last renewal. */
const VALID_MS = 10_000;
/** Rows of servers that ended longer ago are deleted. */
const FORGOTTEN_MS = 24 * 3600 * 1000;

export type Identity = { readonly id: string; readonly host: string; readonly version: string };

const mustMatch = { expectRow: true };

/** Prepares the statements about servers and leases on PostgreSQL. All times are the database's. */
export function createServerRows(db: Db) {
  const { join, forget, renew, leave, living, take, release, releaseAll } = prepare(db);
  return {
    /** Stores the server with a new epoch: leases of an earlier one are free. */
    join: async (server: Identity & { epoch: string }): Promise<void> =>
      void (await db.unit([forget.bind({}), join.bind(server)])),
    /** Returns the time of the database; undefined when the row is no longer valid, or of another epoch. */
    async renew(server: { id: string; epoch: string; draining: number }): Promise<number | undefined> {
      const result = await db.unit([renew.bind(server, mustMatch)]);
      return result.committed ? (result.rows[0] as { time: number }[])[0]?.time : undefined;
    },
    leave: async (server: { id: string; epoch: string }): Promise<void> =>
      void (await db.unit([releaseAll.bind(server), leave.bind(server)])),
    /** Returns the ids of the servers that take work. */
    living: async (): Promise<string[]> => (await living.all({})).map(({ id }) => id),
    /** Takes the leases that no valid server holds, and returns their names. */
    async take(names: readonly string[], server: { id: string; epoch: string }): Promise<string[]> {
      const { id, epoch } = server;
      const result = await db.unit([take.bind({ names: toRows(names), id, epoch })]);
      return result.committed ? (result.rows[0] as { name: string }[]).map(({ name }) => name) : [];
    },
    release: async (names: readonly string[], { id, epoch }: { id: string; epoch: string }): Promise<void> =>
      void (await db.unit([release.bind({ names: toRows(names), id, epoch })])),
  };
}

export type ServerRows = ReturnType<typeof createServerRows>;

const toRows = (names: readonly string[]) => JSON.stringify(names.map((name) => [name]));

function prepare(db: Db) {
  const given = (names: string) => jsonRows<{ name: string }>(db.engine, names, { name: 'text' }).as('given');
  return {
    ...prepareServers(db),
    take: db.prepare<{ names: string; id: string; epoch: string }>()((kysely, p) =>
      kysely
        .insertInto('leases')
        .columns(['name', 'server_id', 'epoch'])
        .expression((eb) =>
          eb
            .selectFrom(given(p('names')))
            .leftJoin('leases as l', 'l.name', 'given.name')
            .select(['given.name', sql<string>`${p('id')}`.as('id'), sql<string>`${p('epoch')}`.as('epoch')])
            .where((where) => where.not(isHeld(where, 'l')))
            .orderBy('given.name'),
        )
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ server_id: p('id'), epoch: p('epoch') })
            .where((eb) => eb.not(isHeld(eb, 'leases'))),
        )
        .returning('name'),
    ),
    release: db.prepare<{ names: string; id: string; epoch: string }>()((kysely, p) =>
      kysely
        .deleteFrom('leases')
        .where('server_id', '=', p('id'))
        .where('epoch', '=', p('epoch'))
        .where('name', 'in', (eb) => eb.selectFrom(given(p('names'))).select('given.name')),
    ),
    releaseAll: db.prepare<{ id: string; epoch: string }>()((kysely, p) =>
      kysely.deleteFrom('leases').where('server_id', '=', p('id')).where('epoch', '=', p('epoch')),
    ),
  };
}

/** Whether a valid server holds the lease. */
const isHeld = (
  // biome-ignore lint/suspicious/noExplicitAny: the two statements name the table differently.
  eb: ExpressionBuilder<any, any>,
  lease: 'l' | 'leases',
): Expression<SqlBool> =>
  eb.exists(
    (eb as ExpressionBuilder<Database, never>)
      .selectFrom('servers as s')
      .select('s.id')
      .whereRef('s.id', '=', sql.ref(`${lease}.server_id`))
      .whereRef('s.epoch', '=', sql.ref(`${lease}.epoch`))
      .where('s.until', '>', databaseTime()),
  );

const timeIn = (ms: number) => sql<number>`${databaseTime()} + ${sql.lit(ms)}`;

function prepareServers(db: Db) {
  return {
    join: db.prepare<Identity & { epoch: string }>()((kysely, p) => {
      const row = {
        epoch: p('epoch'),
        host: p('host'),
        version: p('version'),
        started: databaseTime(),
        until: timeIn(VALID_MS),
        draining: sql.lit(0),
      };
      return kysely
        .insertInto('servers')
        .values({ id: p('id'), ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row));
    }),
    forget: db.prepare<object>()((kysely) =>
      kysely.deleteFrom('servers').where('until', '<', timeIn(-FORGOTTEN_MS)),
    ),
    renew: db.prepare<{ id: string; epoch: string; draining: number }>()((kysely, p) =>
      kysely
        .updateTable('servers')
        .set({ until: timeIn(VALID_MS), draining: p('draining') })
        .where('id', '=', p('id'))
        .where('epoch', '=', p('epoch'))
        .where('until', '>', databaseTime())
        .returning(databaseTime().as('time')),
    ),
    leave: db.prepare<{ id: string; epoch: string }>()((kysely, p) =>
      kysely.deleteFrom('servers').where('id', '=', p('id')).where('epoch', '=', p('epoch')),
    ),
    living: db.prepare<object>()((kysely) =>
      kysely
        .selectFrom('servers')
        .select('id')
        .where('until', '>', databaseTime())
        .where('draining', '=', 0)
        .orderBy('id')
        .limit(sql.lit(MAX_SERVERS)),
    ),
  };
}

/** Far more servers than one database serves. */
const MAX_SERVERS = 1_000;
