import { jsonRows, type Param } from '@azulejo/storage';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { databaseTime } from '../../database/database-time.ts';
import type { Database, Db } from '../../database/index.ts';

/** How long a row is valid after its last renewal. Another server has the work of one that was killed within ten seconds. */
const VALID_MS = 9_000;
/** Rows of servers that ended longer ago are deleted. */
const FORGOTTEN_MS = 24 * 3600 * 1000;

/** How often a server renews its row. */
export const RENEW_MS = 2_000;

/** Returns whether a server renewed its row a moment ago, by how long the row is valid. */
export const isRenewing = (validMs: number): boolean => validMs > VALID_MS - 2 * RENEW_MS;

/** What a server is called by the others: by its id, and by people. */
export type Identity = { readonly id: string; readonly name: string; readonly version: string };

/** What servers of one database have to agree on. */
export type Traits = {
  /** The newest migration that it knows. */
  readonly schema: string;
  readonly bus: string;
  /** The newest version of the format of messages between servers that it knows. */
  readonly busVersion: number;
  readonly keyFingerprint: string;
  readonly mqttCertificate: string;
};

/** A server whose row is valid. */
export type LivingServer = Identity &
  Traits & {
    readonly epoch: string;
    readonly started: number;
    readonly isDraining: boolean;
    /** Whether it renewed its row a moment ago. One that does not may have been killed. */
    readonly isRenewing: boolean;
    /** How long its row is valid without another renewal. */
    readonly validMs: number;
  };

/** A server in one of its epochs. */
type Holder = { readonly id: string; readonly epoch: string };

/** `before` is the epoch in which it was until now; empty for a process that starts. */
type Joining = Identity & Traits & { readonly epoch: string; readonly before: string };

const mustMatch = { expectRow: true };

/** Prepares the statements about servers and leases on PostgreSQL. All times are the database's. */
export function createServerRows(db: Db) {
  const { join, forget, renew, leave, living, take, release, releaseAll } = prepare(db);
  return {
    /**
     * Stores the server with a new epoch: leases of an earlier one are free. Returns the time of the database; undefined
     * when another process has joined under this id since the epoch `before`.
     */
    async join(server: Joining): Promise<number | undefined> {
      const result = await db.unit([forget.bind({}), join.bind(server, mustMatch)]);
      return result.committed ? (result.rows[1] as { time: number }[])[0]?.time : undefined;
    },
    /** Returns the time of the database; undefined when the row is no longer valid, or of another epoch. */
    async renew({
      isDraining,
      ...server
    }: Holder & Traits & { isDraining: boolean }): Promise<number | undefined> {
      const result = await db.unit([renew.bind({ ...server, draining: isDraining ? 1 : 0 }, mustMatch)]);
      return result.committed ? (result.rows[0] as { time: number }[])[0]?.time : undefined;
    },
    leave: async (server: Holder): Promise<void> =>
      void (await db.unit([releaseAll.bind(server), leave.bind(server)])),
    /** Returns the servers whose rows are valid, by their ids. */
    living: async (): Promise<LivingServer[]> =>
      (await living.all({})).map(({ draining, ...server }) => ({
        ...server,
        isDraining: draining === 1,
        isRenewing: isRenewing(server.validMs),
      })),
    /** Takes the leases that no valid server holds, and returns their names. */
    async take(names: readonly string[], server: Holder): Promise<string[]> {
      const { id, epoch } = server;
      const result = await db.unit([take.bind({ names: toRows(names), id, epoch })]);
      return result.committed ? (result.rows[0] as { name: string }[]).map(({ name }) => name) : [];
    },
    release: async (names: readonly string[], { id, epoch }: Holder): Promise<void> =>
      void (await db.unit([release.bind({ names: toRows(names), id, epoch })])),
  };
}

export type ServerRows = ReturnType<typeof createServerRows>;

const toRows = (names: readonly string[]) => JSON.stringify(names.map((name) => [name]));

function prepare(db: Db) {
  const given = (names: string) => jsonRows<{ name: string }>(db.engine, names, { name: 'text' }).as('given');
  return {
    ...prepareServers(db),
    take: db.prepare<Holder & { names: string }>()((kysely, p) =>
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
    release: db.prepare<Holder & { names: string }>()((kysely, p) =>
      kysely
        .deleteFrom('leases')
        .where('server_id', '=', p('id'))
        .where('epoch', '=', p('epoch'))
        .where('name', 'in', (eb) => eb.selectFrom(given(p('names'))).select('given.name')),
    ),
    releaseAll: db.prepare<Holder>()((kysely, p) =>
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

/** Whether the id in this column is that of a server whose row is valid. */
export const isLiving = (column: string) =>
  sql<SqlBool>`exists (select 1 from servers where servers.id = ${sql.ref(column)} and servers.until > ${databaseTime()})`;

/** Whether the id in this column is that of a server that is not forgotten yet. */
export const isKnown = (column: string) =>
  sql<SqlBool>`exists (select 1 from servers where servers.id = ${sql.ref(column)})`;

const timeIn = (ms: number) => sql<number>`${databaseTime()} + ${sql.lit(ms)}`;

const traits = (p: Param<Traits>) => ({
  schema: p('schema'),
  bus: p('bus'),
  bus_version: p('busVersion'),
  key_fingerprint: p('keyFingerprint'),
  mqtt_certificate: p('mqttCertificate'),
});

function prepareServers(db: Db) {
  return {
    join: db.prepare<Joining>()((kysely, p) => {
      const row = {
        epoch: p('epoch'),
        name: p('name'),
        version: p('version'),
        ...traits(p),
        started: databaseTime(),
        until: timeIn(VALID_MS),
        draining: sql.lit(0),
      };
      return kysely
        .insertInto('servers')
        .values({ id: p('id'), ...row })
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet(row)
            .where((eb) =>
              eb.or([
                eb(sql`${p('before')}`, '=', ''),
                eb('servers.epoch', '=', p('before')),
                eb('servers.until', '<=', databaseTime()),
              ]),
            ),
        )
        .returning(databaseTime().as('time'));
    }),
    forget: db.prepare<object>()((kysely) =>
      kysely.deleteFrom('servers').where('until', '<', timeIn(-FORGOTTEN_MS)),
    ),
    renew: db.prepare<Holder & Traits & { draining: number }>()((kysely, p) =>
      kysely
        .updateTable('servers')
        .set({ until: timeIn(VALID_MS), draining: p('draining'), ...traits(p) })
        .where('id', '=', p('id'))
        .where('epoch', '=', p('epoch'))
        .where('until', '>', databaseTime())
        .returning(databaseTime().as('time')),
    ),
    leave: db.prepare<Holder>()((kysely, p) =>
      kysely.deleteFrom('servers').where('id', '=', p('id')).where('epoch', '=', p('epoch')),
    ),
    living: db.prepare<object>()((kysely) =>
      kysely
        .selectFrom('servers')
        .select(['id', 'epoch', 'name', 'version', 'started', 'draining', 'schema', 'bus'])
        .select(['bus_version as busVersion', 'key_fingerprint as keyFingerprint'])
        .select('mqtt_certificate as mqttCertificate')
        .select(sql<number>`until - ${databaseTime()}`.as('validMs'))
        .where('until', '>', databaseTime())
        .orderBy('id')
        .limit(sql.lit(MAX_SERVERS)),
    ),
  };
}

/** Far more servers than one database serves. */
const MAX_SERVERS = 1_000;
