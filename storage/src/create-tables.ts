import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';
import { createPartitions, type Partition, partitionClause } from './partitions.ts';

/**
 * The type of a column: `?` allows null, `=…` is the default, and `identity` is an auto-incremented primary
 * key.
 */
export type ColumnShape =
  | 'identity'
  | 'text'
  | 'text?'
  | `text=${string}`
  | 'integer'
  | 'integer?'
  | `integer=${number}`
  | 'real'
  | 'real?';

export type TableShape = {
  columns: Readonly<Record<string, ColumnShape>>;
  /** The primary key; omitted when a column is an identity. */
  key?: readonly string[];
  unique?: readonly (readonly string[])[];
  /** Maps a column to the table whose `id` it refers to. Deleting that row deletes this one, or empties the column. */
  references?: Readonly<Record<string, string | { table: string; onDelete: 'set null' }>>;
  indexes?: readonly IndexShape[];
  /**
   * SQLite stores the rows in the order of the key, without a row number, which takes a fifteenth of the
   * space.
   */
  isKeyed?: boolean;
  /** PostgreSQL leaves room for the next version of each row, which takes almost half as much space again. */
  isUpdatedOften?: boolean;
  partition?: Partition;
};

/** The columns of an index; with `where`, it holds the rows only for which this condition is true. */
export type IndexShape = readonly string[] | NamedIndex;

type NamedIndex = {
  columns: readonly string[];
  /** By default the names of the columns. */
  name?: string;
  where?: string;
  isUnique?: boolean;
};

/** Creates the tables that do not exist, those first to which others refer. */
export async function createTables(
  db: Kysely<unknown>,
  types: ColumnTypes,
  tables: Readonly<Record<string, TableShape>>,
  existing: readonly string[],
): Promise<void> {
  const created = new Set(existing);
  const create = async (name: string): Promise<void> => {
    const shape = tables[name];
    if (shape === undefined || created.has(name)) return;
    created.add(name);
    for (const target of Object.values(shape.references ?? {}))
      await create(typeof target === 'string' ? target : target.table);
    await createTable(db, types, name, shape);
    for (const index of shape.indexes ?? []) await createIndex(db, name, index);
  };
  for (const name of Object.keys(tables)) await create(name);
}

async function createTable(
  db: Kysely<unknown>,
  types: ColumnTypes,
  name: string,
  { columns, key, unique = [], references = {}, partition, ...options }: TableShape,
): Promise<void> {
  let table = types.createTable(db, name, options);
  for (const [column, type] of Object.entries(columns)) table = addColumn(table, types, column, type);
  if (key) table = table.addPrimaryKeyConstraint(`${name}_key`, [...key] as never);
  for (const together of unique) {
    table = table.addUniqueConstraint(`${name}_${together.join('_')}_unique`, [...together] as never);
  }
  for (const [column, target] of Object.entries(references)) {
    const [to, onDelete] =
      typeof target === 'string' ? [target, 'cascade' as const] : [target.table, target.onDelete];
    table = table.addForeignKeyConstraint(
      `${name}_${column}_reference`,
      [column] as never,
      to,
      ['id'],
      (reference) => reference.onDelete(onDelete),
    );
  }
  if (partition === undefined || types.engine !== 'postgres') return table.execute();
  await table.modifyEnd(partitionClause(partition)).execute();
  await createPartitions(db, name, partition);
}

/** Creates an index, with `how` PostgreSQL should. */
export async function createIndex(
  db: Kysely<unknown>,
  table: string,
  shape: IndexShape,
  how: 'concurrently' | '' = '',
): Promise<void> {
  const { columns, where, isUnique }: NamedIndex = 'columns' in shape ? shape : { columns: shape };
  const on = sql`${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})`;
  const kind = sql.raw([isUnique ? 'unique index' : 'index', how].join(' ').trim());
  const rows = sql.raw(where === undefined ? '' : ` where ${where}`);
  await sql`create ${kind} ${sql.id(indexName(table, shape))} on ${on}${rows}`.execute(db);
}

export const indexName = (table: string, shape: IndexShape): string =>
  `${table}_${'columns' in shape ? (shape.name ?? shape.columns.join('_')) : shape.join('_')}_index`;

function addColumn(
  table: CreateTableBuilder<string, never>,
  types: ColumnTypes,
  name: string,
  shape: ColumnShape,
): CreateTableBuilder<string, never> {
  const added =
    shape === 'identity'
      ? table.addColumn(name, types.identity)
      : table.addColumn(name, typeOf(types, shape), constraintsOf(shape));
  return added as CreateTableBuilder<string, never>;
}

type PlainShape = Exclude<ColumnShape, 'identity'>;

/** Returns the type of a column in SQL. */
export const typeOf = (types: ColumnTypes, shape: PlainShape) =>
  types[shape.replace(/[?=].*/s, '') as 'text' | 'integer' | 'real'];

/** Returns what says whether a column may be empty, and its default. */
export const constraintsOf =
  (shape: PlainShape) =>
  (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => {
    const [type, fallback] = shape.split('=');
    if (fallback !== undefined)
      return column.notNull().defaultTo(type === 'text' ? fallback : Number(fallback));
    return shape.endsWith('?') ? column : column.notNull();
  };
