import { type BoundStatement, jsonRows, type Storage } from '@azulejo/storage';
import { type InsertQueryBuilder, type InsertResult, type Kysely, type SelectType, sql } from 'kysely';
import type { StorageClass } from './define-table.ts';
import { type Database, type TableName, tables } from './tables/index.ts';

type ColumnOf<Name extends TableName> = keyof Database[Name] & string;
type RowOf<Name extends TableName, Column extends ColumnOf<Name>> = {
  readonly [Each in Column]: SelectType<Database[Name][Each]>;
};
type Insert<Name extends TableName> = InsertQueryBuilder<Database, Name, InsertResult>;
type AnyTables = Record<string, Record<string, unknown>>;

/** Returns columns of a table as `jsonRows` takes them; without names, all columns. */
export function jsonColumns<Name extends TableName, Column extends ColumnOf<Name> = ColumnOf<Name>>(
  table: Name,
  names?: readonly Column[],
): Record<Column, StorageClass> {
  const columns = Object.entries(tables[table].columns);
  return Object.fromEntries(
    columns
      .filter(([name]) => names?.includes(name as Column) ?? true)
      .map(([name, { storageClass }]) => [name, storageClass]),
  ) as Record<Column, StorageClass>;
}

/** Returns the rows as `jsonRows` takes them. A member that is undefined becomes null. */
export const toJsonRows = <Column extends string>(
  columns: Readonly<Record<Column, StorageClass>>,
  rows: readonly Readonly<Partial<Record<Column, unknown>>>[],
): string => {
  const names = Object.keys(columns) as Column[];
  return JSON.stringify(rows.map((row) => names.map((name) => row[name])));
};

export type BulkInsertOptions<Name extends TableName, Column extends ColumnOf<Name>> = {
  /** Some of the table's columns; the default is all. */
  readonly columns?: readonly Column[];
  /** Inserts in this order, so that units that insert the same rows do not deadlock. */
  readonly orderBy?: readonly Column[];
  readonly onConflict?: Parameters<Insert<Name>['onConflict']>[0];
};

/** Prepares one statement that inserts any number of rows. */
export function prepareBulkInsert<Name extends TableName, Column extends ColumnOf<Name> = ColumnOf<Name>>(
  db: Storage<Database>,
  table: Name,
  options: BulkInsertOptions<Name, Column> = {},
): (rows: readonly RowOf<Name, Column>[]) => BoundStatement {
  const columns = jsonColumns<Name, Column>(table, options.columns);
  const names = Object.keys(columns);
  const statement = db.prepare<{ rows: string }>()((kysely, p) => {
    const insert = (kysely as unknown as Kysely<AnyTables>)
      .insertInto(table)
      .columns(names)
      .expression((eb) => {
        const given = eb.selectFrom(jsonRows<AnyTables[string]>(db.engine, p('rows'), columns).as('given'));
        const ordered = (options.orderBy ?? []).reduce((query, name) => query.orderBy(name), given);
        return ordered.select(names).where(sql<boolean>`true`);
      }) as unknown as Insert<Name>;
    return options.onConflict ? insert.onConflict(options.onConflict) : insert;
  });
  return (rows) => statement.bind({ rows: toJsonRows(columns, rows) });
}
