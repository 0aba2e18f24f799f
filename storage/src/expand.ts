import type { Kysely } from 'kysely';
import { type ColumnTypes, columnTypes } from './column-types.ts';
import {
  type ColumnShape,
  constraintsOf,
  createIndex,
  createTables,
  type IndexShape,
  type TableShape,
  typeOf,
} from './create-tables.ts';
import type { EngineName } from './engine.ts';
import { readTables } from './tables.ts';

/** A column that may be empty or has a default, because what was written before does not fill it. */
export type AddedColumn = Extract<ColumnShape, `${string}?` | `${string}=${string}`>;

/** An index of a table that has rows. One that is unique could refuse them. */
export type AddedIndex =
  | readonly string[]
  | (Extract<IndexShape, { columns: unknown }> & { isUnique?: false });

/** What is added to a database. By its type it can hold nothing that would disturb code which does not know it. */
export type Additions = {
  readonly tables?: Readonly<Record<string, TableShape>>;
  /** By table and name. */
  readonly columns?: Readonly<Record<string, Readonly<Record<string, AddedColumn>>>>;
  /** By table. PostgreSQL builds them while the table is written. */
  readonly indexes?: Readonly<Record<string, readonly AddedIndex[]>>;
};

/** How an engine changes a database that others may be using. */
export type Changes = {
  readonly types: ColumnTypes;
  /** Runs a function in a transaction, again while it cannot have its locks. */
  transact<T>(fn: (tx: Kysely<unknown>) => Promise<T>): Promise<T>;
  /** Creates an index, unless it exists. */
  buildIndex(table: string, index: AddedIndex): Promise<void>;
};

/** Changes a database that nobody else uses, in one transaction. */
export const changesIn = (tx: Kysely<unknown>, engine: EngineName): Changes => ({
  types: columnTypes(engine),
  transact: (fn) => fn(tx),
  buildIndex: (table, index) => createIndex(tx, table, index),
});

/**
 * Adds what is missing. Each step can be repeated, so that the next start continues what a killed one left. A
 * transaction changes one table, so that it never holds one while it waits for another.
 */
export async function expand(
  { tables = {}, columns = {}, indexes = {} }: Additions,
  { types, transact, buildIndex }: Changes,
): Promise<void> {
  await transact(async (tx) => {
    const existing = await readTables(tx, types.engine);
    await createTables(
      tx,
      types,
      tables,
      existing.map(({ name }) => name),
    );
  });
  for (const [table, added] of Object.entries(columns))
    await transact((tx) => addColumns(tx, types, table, added));
  for (const [table, added] of Object.entries(indexes))
    for (const index of added) await buildIndex(table, index);
}

async function addColumns(
  tx: Kysely<unknown>,
  types: ColumnTypes,
  table: string,
  columns: Readonly<Record<string, AddedColumn>>,
): Promise<void> {
  const existing = (await readTables(tx, types.engine)).find(({ name }) => name === table)?.columns ?? [];
  for (const [name, shape] of Object.entries(columns)) {
    if (existing.includes(name)) continue;
    await tx.schema.alterTable(table).addColumn(name, typeOf(types, shape), constraintsOf(shape)).execute();
  }
}
