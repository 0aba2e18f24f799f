import type { ColumnTypes } from '@azulejo/storage';
import { type CreateTableBuilder, type Kysely, type SqlBool, sql } from 'kysely';

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
};

/** The columns of an index; with `where`, it holds the rows only for which this condition is true. */
export type IndexShape =
  | readonly string[]
  | {
      columns: readonly string[];
      /** By default the names of the columns. */
      name?: string;
      where?: string;
      isUnique?: boolean;
    };

/** Creates the tables, those first to which others refer. */
export async function createTables(
  db: Kysely<unknown>,
  types: ColumnTypes,
  tables: Readonly<Record<string, TableShape>>,
): Promise<void> {
  const created = new Set<string>();
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
  { columns, key, unique = [], references = {}, ...options }: TableShape,
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
  await table.execute();
}

async function createIndex(db: Kysely<unknown>, table: string, shape: IndexShape): Promise<void> {
  const { columns, name, where, isUnique }: Exclude<IndexShape, readonly string[]> =
    'columns' in shape ? shape : { columns: shape };
  let index = db.schema
    .createIndex(`${table}_${name ?? columns.join('_')}_index`)
    .on(table)
    .columns([...columns]);
  if (isUnique) index = index.unique();
  await (where === undefined ? index : index.where(sql.raw<SqlBool>(where))).execute();
}

function addColumn(
  table: CreateTableBuilder<string, never>,
  types: ColumnTypes,
  name: string,
  shape: ColumnShape,
): CreateTableBuilder<string, never> {
  if (shape === 'identity') return table.addColumn(name, types.identity) as CreateTableBuilder<string, never>;
  const [type = '', fallback] = shape.split('=');
  const isNullable = type.endsWith('?');
  const sqlType = types[type.replace('?', '') as 'text' | 'integer' | 'real'];
  return table.addColumn(name, sqlType, (column) => {
    if (fallback !== undefined)
      return column.notNull().defaultTo(type === 'text' ? fallback : Number(fallback));
    return isNullable ? column : column.notNull();
  }) as CreateTableBuilder<string, never>;
}
