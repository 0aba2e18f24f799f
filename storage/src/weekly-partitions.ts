import { type QueryExecutorProvider, sql } from 'kysely';
import { StorageBusyError } from './errors.ts';
import {
  boundsOf,
  createPartition,
  createPartitionsBetween,
  horizonOf,
  nameOf,
  type Span,
  WEEK_MS,
  weekOf,
} from './partitions.ts';
import type { Storage } from './storage.ts';

/**
 * How long a change of partitions waits for statements that use the table, ms. Other statements wait behind it. While
 * it waits in vain, as during a backup, the next run tries again.
 */
const LOCK_WAIT_MS = 100;

type Week = Span & { readonly name: string };

export type WeeklyPartitions = ReturnType<typeof createWeeklyPartitions>;

/** Creates the partitions of coming weeks, and drops those of past ones. Only on PostgreSQL. */
export function createWeeklyPartitions<DB>(
  db: Storage<DB>,
  { table, column }: { table: string; column: string },
) {
  const list = () => listWeeks(db.read, table);
  return {
    /** Returns the beginning of the oldest week. Earlier rows have no week with which they are dropped. */
    async oldest(): Promise<number> {
      return (await list())[0]?.to ?? Number.POSITIVE_INFINITY;
    },

    /** Creates the missing weeks from now on. */
    async create(now: number): Promise<void> {
      const later = (await list()).at(-1);
      if (later === undefined || later.from >= horizonOf(now)) return;
      await unlessBusy(() => db.write((tx) => extend(tx, table, column, later.from, now)));
    },

    /** Drops the weeks that end at `time` or earlier, and all rows before them. */
    async dropBefore(time: number): Promise<void> {
      const past = (await list()).filter(({ to }) => to <= time);
      const end = past.at(-1)?.to;
      // The first one is that of earlier rows.
      if (end === undefined || past.length < 2) return;
      await unlessBusy(() =>
        db.write(async (tx) => {
          await limitLockWait(tx);
          for (const { name } of past) await sql`drop table ${sql.table(name)}`.execute(tx);
          await createPartition(tx, table, `${table}_earlier`, { from: Number.NEGATIVE_INFINITY, to: end });
        }),
      );
    },
  };
}

/**
 * Creates weeks from `from` on, the beginning of the last partition. This is short, because it moves hardly any rows:
 * 1. Detach the last partition, which may have rows when the server did not run for weeks.
 * 2. Create the weeks after its rows, and a new last partition.
 * 3. Move rows of a clock that was far ahead.
 * 4. Attach the old partition as that of its rows.
 */
async function extend(
  tx: QueryExecutorProvider,
  table: string,
  column: string,
  from: number,
  now: number,
): Promise<void> {
  const [parent, time, old] = [sql.table(table), sql.ref(column), sql.table(nameOf(table, from))];
  const horizon = horizonOf(now);
  await limitLockWait(tx);
  await sql`alter table ${parent} detach partition ${sql.table(`${table}_later`)}`.execute(tx);
  await sql`alter table ${sql.table(`${table}_later`)} rename to ${old}`.execute(tx);
  const { rows } = await sql<{ newest: number | null }>`
    select max(${time}) as newest from ${old} where ${time} < ${horizon}`.execute(tx);
  const end = weekOf(Math.max(from, now, rows[0]?.newest ?? from)) + WEEK_MS;
  await createPartitionsBetween(tx, table, end, horizon);
  await sql`with ahead as (delete from ${old} where ${time} >= ${end} returning *)
    insert into ${parent} select * from ahead`.execute(tx);
  await sql`alter table ${parent} attach partition ${old} ${boundsOf({ from, to: end })}`.execute(tx);
}

async function listWeeks(db: QueryExecutorProvider, table: string): Promise<Week[]> {
  const { rows } = await sql<{ name: string; bounds: string }>`
    select part.relname as name, pg_get_expr(part.relpartbound, part.oid) as bounds
    from pg_inherits join pg_class part on part.oid = inhrelid
    where inhparent = to_regclass(${table})`.execute(db);
  return rows.map(({ name, bounds }) => ({ name, ...spanOf(bounds) })).sort((a, b) => a.from - b.from);
}

/** Parses bounds such as `FOR VALUES FROM (MINVALUE) TO ('1764806400000')`. */
function spanOf(bounds: string): Span {
  const [, from, to] = /\('?(\w+)'?\) TO \('?(\w+)'?\)/.exec(bounds) ?? [];
  return {
    from: from === 'MINVALUE' ? Number.NEGATIVE_INFINITY : Number(from),
    to: to === 'MAXVALUE' ? Number.POSITIVE_INFINITY : Number(to),
  };
}

const limitLockWait = (tx: QueryExecutorProvider) =>
  sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(tx);

/** Leaves the change to the next run while other statements use the table. */
async function unlessBusy(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!(error instanceof StorageBusyError) && !isLockTimeout(error)) throw error;
  }
}

const LOCK_NOT_AVAILABLE = '55P03';
const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
