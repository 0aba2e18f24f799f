import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';

/**
 * How PostgreSQL divides a large table; SQLite stores it as one. By the weeks of a time column, so that old weeks are
 * dropped instead of deleted by row, or evenly by the hash of a column.
 */
export type Partition<ColumnName extends string = string> =
  | { readonly weekOf: ColumnName }
  | { readonly hashOf: ColumnName; readonly parts: number };

/** The end of the statement that creates a divided table. */
export const partitionClause = (partition: Partition) =>
  'weekOf' in partition
    ? sql`partition by range (${sql.ref(partition.weekOf)})`
    : sql`partition by hash (${sql.ref(partition.hashOf)})`;

/** Creates the first partitions of a new table on PostgreSQL. */
export async function createPartitions(
  db: Kysely<unknown>,
  table: string,
  partition: Partition,
): Promise<void> {
  if ('weekOf' in partition) return createWeeks(db, table, Date.now());
  for (let part = 0; part < partition.parts; part += 1)
    await sql`create table ${sql.table(`${table}_${part}`)} partition of ${sql.table(table)}
      for values with (modulus ${sql.lit(partition.parts)}, remainder ${sql.lit(part)})`.execute(db);
}

/*
 * A table of PostgreSQL with a partition for each week of a time column:
 *
 * | partition | its times |
 * |---|---|
 * | `…_earlier` | before the oldest week; its rows are deleted one by one |
 * | `…_YYYY_MM_DD` | from this day on, usually for a week; dropped as a whole |
 * | `…_later` | after the newest week; nearly empty, because weeks are created ahead |
 *
 * The first and the last one have no bound, so that no row is ever refused. A default partition would do the same, but
 * PostgreSQL then reads all partitions to find the newest rows (`partitions_are_ordered`).
 */

/** The weeks of a range, as UTC counts them from 1970: they begin on a Thursday. */
export const WEEK_MS = 7 * 24 * 3600 * 1000;
/** How many weeks after the present one are created. */
const WEEKS_AHEAD = 2;

export const weekOf = (time: number): number => Math.floor(time / WEEK_MS) * WEEK_MS;

/** Times from `from` to before `to`. */
export type Span = { readonly from: number; readonly to: number };

/** Creates the partitions of a new table. */
async function createWeeks(db: QueryExecutorProvider, table: string, now: number): Promise<void> {
  const [first, end] = [weekOf(now), horizonOf(now)];
  await createPartition(db, table, `${table}_earlier`, { from: Number.NEGATIVE_INFINITY, to: first });
  await createPartitionsBetween(db, table, first, end);
}

export const horizonOf = (now: number): number => weekOf(now) + (1 + WEEKS_AHEAD) * WEEK_MS;

/** Creates a partition for each week between two times, and one for all later times. */
export async function createPartitionsBetween(
  db: QueryExecutorProvider,
  table: string,
  start: number,
  end: number,
): Promise<void> {
  for (let from = start; from < end; from += WEEK_MS)
    await createPartition(db, table, nameOf(table, from), { from, to: from + WEEK_MS });
  await createPartition(db, table, `${table}_later`, { from: end, to: Number.POSITIVE_INFINITY });
}

export async function createPartition(
  db: QueryExecutorProvider,
  table: string,
  name: string,
  span: Span,
): Promise<void> {
  await sql`create table ${sql.table(name)} partition of ${sql.table(table)} ${boundsOf(span)}`.execute(db);
}

export const nameOf = (table: string, from: number): string =>
  `${table}_${new Date(from).toISOString().slice(0, 10).replaceAll('-', '_')}`;

export const boundsOf = ({ from, to }: Span) => sql`for values from (${boundOf(from)}) to (${boundOf(to)})`;
const boundOf = (time: number) =>
  Number.isFinite(time) ? sql.lit(time) : sql.raw(time < 0 ? 'minvalue' : 'maxvalue');
