import type { ColumnTypes } from '@azulejo/storage';
import type { CreateTableBuilder, Kysely } from 'kysely';

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
  /** Maps a column to the table whose `id` it refers to. Deleting that row deletes this one. */
  references?: Readonly<Record<string, string>>;
  indexes?: readonly (readonly string[])[];
  /**
   * SQLite stores the rows in the order of the key, without a row number, which takes a fifteenth of the
   * space.
   */
  isKeyed?: boolean;
};

export async function createTables(
  db: Kysely<unknown>,
  types: ColumnTypes,
  tables: Readonly<Record<string, TableShape>>,
): Promise<void> {
  for (const [name, shape] of Object.entries(tables)) {
    let table = types.createTable(db, name, { isKeyed: shape.isKeyed ?? false });
    for (const [column, type] of Object.entries(shape.columns)) table = addColumn(table, types, column, type);
    if (shape.key) table = table.addPrimaryKeyConstraint(`${name}_key`, [...shape.key] as never);
    for (const columns of shape.unique ?? []) {
      table = table.addUniqueConstraint(`${name}_${columns.join('_')}_unique`, [...columns] as never);
    }
    for (const [column, target] of Object.entries(shape.references ?? {})) {
      table = table.addForeignKeyConstraint(
        `${name}_${column}_reference`,
        [column] as never,
        target,
        ['id'],
        (key) => key.onDelete('cascade'),
      );
    }
    await table.execute();
    for (const columns of shape.indexes ?? []) {
      await db.schema
        .createIndex(`${name}_${columns.join('_')}_index`)
        .on(name)
        .columns([...columns])
        .execute();
    }
  }
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
