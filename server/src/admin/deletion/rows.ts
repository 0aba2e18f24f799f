import { sql } from 'kysely';
import { type Db, type Deletion, keyWithin, type TableName, tables } from '../../database/index.ts';
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

/** A table, and how its rows are deleted. */
type Owned = Omit<Deletion, 'with'> & { readonly table: TableName };
type OwnedTable = Owned & Pick<Deletion, 'with'>;

/** The tables whose rows are deleted with an owner, as their definitions say. */
export const ownedTables: readonly OwnedTable[] = (Object.keys(tables) as TableName[]).flatMap((table) =>
  (tables[table].deletion ?? []).map((deletion) => ({ ...deletion, table })),
);

/**
 * Returns the tables whose rows are deleted in batches before their owner. A table is defined before those that refer
 * to it, so the last one comes first: a batch then deletes no rows of another table with its own.
 */
export const deletedInBatches = (owner: Deletion['with']): readonly OwnedTable[] =>
  ownedTables
    .filter((owned) => owned.with === owner && (owned.rows === 'many' || owned.rows === 'unbounded'))
    .reverse();

const OF = {
  user: deletedInBatches('user'),
  client: deletedInBatches('client'),
  channel: deletedInBatches('channel'),
  series: deletedInBatches('series'),
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
    const isLong = owned.rows === 'unbounded';
    const limit = batchSize ?? (isLong ? LONG_BATCH_SIZE : BATCH_SIZE);
    let last: Key;
    for (let isMore = true; isMore; ) {
      throwIfStopped();
      const began = performance.now();
      if (isLong) last = await deleteNext(db, owned, id, last, limit);
      isMore = isLong ? last !== undefined : await deleteAny(db, owned, id, limit);
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
        await deleteFrom(OF.series, id, throwIfStopped);
        await db.write((tx) => tx.deleteFrom('series').where('id', '=', id).execute());
      }
      await deleteFrom(OF.channel, channelId, throwIfStopped);
    },

    ofUser: (userId: string, throwIfStopped: ThrowIfStopped): Promise<void> =>
      deleteFrom(OF.user, userId, throwIfStopped),
    ofClient: (clientId: string, throwIfStopped: ThrowIfStopped): Promise<void> =>
      deleteFrom(OF.client, clientId, throwIfStopped),

    /** Deletes the sign-ins of a user, or all of a client. */
    signInsOf: (column: 'user_id' | 'client_id', id: string, throwIfStopped: ThrowIfStopped): Promise<void> =>
      deleteAll({ table: 'sign_ins', column, rows: 'many' }, id, throwIfStopped, SIGN_INS_BATCH_SIZE),
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
