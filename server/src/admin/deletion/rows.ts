import { sql } from 'kysely';
import { type Database, type Db, keyWithin, type TableName } from '../../database/index.ts';
import { sleep, systemClock } from '../../platform/clock.ts';

/** Number of rows per transaction: a few milliseconds, so that other writers hardly wait. */
const BATCH_SIZE = 500;
/**
 * Number of rows for tables that are read along their key, where many small commits would take longer than
 * the rows.
 */
const LONG_BATCH_SIZE = 1_000;
/** Number of sign-ins per transaction: each may delete a hundred tokens with it. */
const SIGN_INS_BATCH_SIZE = 20;

/** Called between two batches. It throws to stop; the rest is deleted later. */
export type ThrowIfStopped = () => void;

/** A table, and its column that names the owner of a row. */
type Owned = {
  [Name in TableName]: {
    readonly table: Name;
    readonly column: keyof Database[Name] & string;
    /**
     * The table may have millions of rows, and its own key begins with the column. Rows are then read along
     * the key: on PostgreSQL a search that begins from the start each time passes all rows deleted before.
     */
    readonly isLong?: true;
    /** The columns along which a long table is read, of an index that begins with the column, and the key. */
    readonly along?: readonly (keyof Database[Name] & string)[];
  };
}[TableName];

/**
 * Tables with many rows per series, channel, user or client. Others that refer to them have a few rows, which
 * the cascade deletes: the tests name each.
 */
export const OWNED_TABLES: Readonly<Record<'series' | 'channels' | 'users' | 'clients', readonly Owned[]>> = {
  series: [
    { table: 'history', column: 'series_id', isLong: true },
    { table: 'history_hours', column: 'series_id', isLong: true },
    { table: 'history_other_hours', column: 'series_id', isLong: true },
  ],
  channels: [
    { table: 'commands', column: 'channel_id' },
    { table: 'property_values', column: 'channel_id' },
    { table: 'tiles', column: 'channel_id' },
    { table: 'alarms', column: 'channel_id', isLong: true, along: ['started', 'id'] },
    { table: 'notification_episodes', column: 'channel_id' },
    { table: 'pairing_grants', column: 'channel_id' },
  ],
  users: [
    { table: 'user_events', column: 'user_id', isLong: true },
    { table: 'removed_devices', column: 'user_id', isLong: true },
    { table: 'scene_plays', column: 'user_id', isLong: true },
    { table: 'uploads', column: 'owner_id' },
    { table: 'pairing_tickets', column: 'user_id' },
    { table: 'pairing_grants', column: 'user_id' },
    { table: 'found_devices', column: 'user_id' },
    { table: 'service_subscriptions', column: 'user_id' },
    { table: 'survey_responses', column: 'user_id' },
    { table: 'places', column: 'user_id' },
    { table: 'scenes', column: 'user_id' },
    { table: 'automations', column: 'user_id' },
    { table: 'automation_versions', column: 'user_id', isLong: true },
    { table: 'automation_runs', column: 'user_id', isLong: true },
    { table: 'automation_steps', column: 'user_id', isLong: true },
    { table: 'automation_misses', column: 'user_id', isLong: true },
    { table: 'automation_miss_hours', column: 'user_id', isLong: true },
    { table: 'automation_messages', column: 'user_id' },
    { table: 'automation_hooks', column: 'user_id' },
    { table: 'tile_group_members', column: 'user_id' },
    { table: 'tiles', column: 'user_id' },
    { table: 'tile_groups', column: 'user_id' },
    { table: 'notification_episodes', column: 'user_id' },
    { table: 'notification_messages', column: 'user_id' },
    { table: 'known_addresses', column: 'user_id' },
    { table: 'maker_credentials', column: 'user_id' },
  ],
  clients: [
    { table: 'uploads', column: 'owner_id' },
    { table: 'grants', column: 'grantee_id' },
    { table: 'maker_credentials', column: 'manager_id' },
    { table: 'pending_mails', column: 'client_id' },
    { table: 'template_makers', column: 'manager_id' },
    { table: 'maker_accounts', column: 'application_id' },
    { table: 'maker_accounts', column: 'manager_id' },
  ],
};

export type Rows = ReturnType<typeof createRows>;

/** Deletes rows of which one owner may have millions, in short transactions with pauses between them. */
export function createRows(db: Db) {
  async function deleteAll(
    owned: Owned,
    id: string | number,
    throwIfStopped: ThrowIfStopped,
    batchSize?: number,
  ) {
    const limit = batchSize ?? (owned.isLong ? LONG_BATCH_SIZE : BATCH_SIZE);
    let last: Key;
    for (let isMore = true; isMore; ) {
      throwIfStopped();
      const began = performance.now();
      if (owned.isLong) last = await deleteNext(db, owned, id, last, limit);
      isMore = owned.isLong ? last !== undefined : await deleteAny(db, owned, id, limit);
      // The pause is as long as the batch took, so that disk and writer serve others at least half the time. It
      // is real even when background work is held.
      if (isMore) await sleep(systemClock, performance.now() - began);
    }
  }

  async function deleteFrom(
    tables: readonly Owned[],
    id: string | number,
    throwIfStopped: ThrowIfStopped,
  ): Promise<void> {
    for (const owned of tables) await deleteAll(owned, id, throwIfStopped);
  }

  return {
    /** Deletes the data of a channel, but not its own row. */
    async ofChannel(channelId: string, throwIfStopped: ThrowIfStopped): Promise<void> {
      const series = db.read.selectFrom('series').select('id').where('channel_id', '=', channelId);
      for (const { id } of await series.execute()) {
        await deleteFrom(OWNED_TABLES.series, id, throwIfStopped);
        await db.write((tx) => tx.deleteFrom('series').where('id', '=', id).execute());
      }
      await deleteFrom(OWNED_TABLES.channels, channelId, throwIfStopped);
    },

    ofUser: (userId: string, throwIfStopped: ThrowIfStopped): Promise<void> =>
      deleteFrom(OWNED_TABLES.users, userId, throwIfStopped),
    ofClient: (clientId: string, throwIfStopped: ThrowIfStopped): Promise<void> =>
      deleteFrom(OWNED_TABLES.clients, clientId, throwIfStopped),

    /** Deletes the sign-ins of a user, or all of a client. */
    signInsOf: (column: 'user_id' | 'client_id', id: string, throwIfStopped: ThrowIfStopped): Promise<void> =>
      deleteAll({ table: 'token_families', column }, id, throwIfStopped, SIGN_INS_BATCH_SIZE),
  };
}

type Key = readonly (string | number)[] | undefined;

/** Deletes the first rows that it finds. Returns whether there may be more. */
async function deleteAny(db: Db, { table, column }: Owned, id: string | number, limit: number) {
  const names = sql.join(keyWithin(table, column).map((name) => sql.ref(name)));
  const isOwned = sql`${sql.ref(column)} = ${id}`;
  const some = sql`select ${names} from ${sql.table(table)} where ${isOwned} limit ${limit}`;
  const { numAffectedRows } = await db.write((tx) =>
    sql`delete from ${sql.table(table)} where ${isOwned} and (${names}) in (${some})`.execute(tx),
  );
  return Number(numAffectedRows ?? 0n) === limit;
}

/**
 * Deletes the rows after `last`, along the key. Returns the last of them; undefined when there are no more.
 */
const deleteNext = (
  db: Db,
  { table, column, along }: Owned,
  id: string | number,
  last: Key,
  limit: number,
) => {
  const key = along ?? keyWithin(table, column);
  const names = sql.join(key.map((name) => sql.ref(name)));
  const isOwned = sql`${sql.ref(column)} = ${id}`;
  const after = last ? sql`and (${names}) > (${sql.join(last)})` : sql``;
  return db.write(async (tx) => {
    // Until a new table is analyzed, PostgreSQL expects few rows, and would sort a million for each batch.
    if (db.engine === 'postgres') await sql`set local enable_sort = off`.execute(tx);
    const { rows } = await sql<Record<string, string | number>>`select ${names} from ${sql.table(table)}
      where ${isOwned} ${after} order by ${names} limit ${limit}`.execute(tx);
    const end = rows.at(-1);
    if (!end) return undefined;
    const to = key.map((name) => end[name] as string | number);
    await sql`delete from ${sql.table(table)} where ${isOwned} ${after}
      and (${names}) <= (${sql.join(to)})`.execute(tx);
    return rows.length < limit ? undefined : to;
  });
};
