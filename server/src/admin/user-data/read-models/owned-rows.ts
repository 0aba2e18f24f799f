import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../database/index.ts';
import { grantInForce } from '../../../devices/channels/index.ts';
import type { UserTable } from '../user-tables.ts';

export type Row = Readonly<Record<string, unknown>>;

/** The owner of the rows, and the current time. */
export type Owner = {
  readonly id: string;
  readonly clientId: string;
  readonly emailKey: string;
  readonly now: number;
};

/** `since` is when the user's grant on the channel began. */
type OwnerId = { readonly id: string | number; readonly since?: number };

const PAGE = 500;

/**
 * Yields the ids by which a table refers to the user: the user's own, or those of the channels, series or
 * sign-ins to which its rows belong.
 */
async function* ownersOf(db: Db, { of }: UserTable, owner: Owner): AsyncGenerator<OwnerId> {
  if (of === 'user') yield { id: owner.id };
  if (of === 'email') yield { id: owner.emailKey };
  if (of === 'channel') yield* channelsOf(db, owner);
  if (of === 'sign-in') for await (const id of signInsOf(db, owner.id)) yield { id };
  if (of === 'series')
    for await (const { id: channelId, since } of channelsOf(db, owner)) {
      const series = db.read.selectFrom('series').select('id').where('channel_id', '=', channelId);
      for (const { id } of await series.orderBy('id').execute()) yield { id, since };
    }
}

/** Yields the channels that the user may use. */
async function* channelsOf(
  db: Db,
  { id: userId, now }: Owner,
): AsyncGenerator<{ id: string; since: number }> {
  const page = db.read
    .selectFrom('grants')
    .select(['channel_id as id', 'created as since'])
    .where('grantee_id', '=', userId)
    .where('role', '=', 'user')
    .where(grantInForce(now));
  for (let after = ''; ; ) {
    const rows = await page.where('channel_id', '>', after).orderBy('channel_id').limit(PAGE).execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

async function* signInsOf(db: Db, userId: string): AsyncGenerator<string> {
  const page = db.read.selectFrom('sign_ins').select('id').where('user_id', '=', userId);
  for (let after = ''; ; ) {
    const rows = await page.where('id', '>', after).orderBy('id').limit(PAGE).execute();
    for (const { id } of rows) yield id;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

/** Returns the condition for the rows of one id. The same e-mail is another person in another application. */
function isOf(
  { of, column, time }: UserTable,
  { id, since }: OwnerId,
  { clientId }: Owner,
): RawBuilder<boolean> {
  const own = sql<boolean>`${sql.ref(column)} = ${id}`;
  if (of === 'email') return sql<boolean>`${own} and client_id = ${clientId}`;
  return time === undefined ? own : sql<boolean>`${own} and ${sql.ref(time)} >= ${since ?? 0}`;
}

/**
 * Yields all rows of a table that belong to the user, in pages along its order, so that little is in memory at
 * once.
 */
export async function* ownedRows(db: Db, table: UserTable, owner: Owner): AsyncGenerator<readonly Row[]> {
  const order = sql.join(table.order.map((column) => sql.ref(column)));
  for await (const ownerId of ownersOf(db, table, owner)) {
    for (let after: Row | undefined; ; ) {
      const last: Row | undefined = after;
      const rest = last
        ? sql`and (${order}) > (${sql.join(table.order.map((column) => sql`${last[column]}`))})`
        : sql``;
      const { rows } = await sql<Row>`select * from ${sql.table(table.name)}
        where ${isOf(table, ownerId, owner)} ${rest} order by ${order} limit ${sql.lit(PAGE)}`.execute(
        db.read,
      );
      if (rows.length > 0) yield rows;
      if (rows.length < PAGE) break;
      after = rows.at(-1);
    }
  }
}
