import type { Partition } from '@azulejo/storage';
import type { Generated } from 'kysely';

/** How the engines store a column: `columnTypes` of the storage maps it to their types. */
export type StorageClass = 'text' | 'integer' | 'real';

type ColumnShape = {
  readonly storageClass: StorageClass;
  readonly isNullable: boolean;
  /** Whether the schema has a default, so that an insert may omit the column. */
  readonly hasDefault: boolean;
};

export type Column<Value> = ColumnShape & {
  /** The type that Kysely sees. No column has this member at run time. */
  readonly kyselyType?: Value;
  nullable(): Column<Value | null>;
  withDefault(): Column<Generated<Value>>;
};

const createColumn = <Value>(shape: ColumnShape): Column<Value> => ({
  ...shape,
  nullable: () => createColumn({ ...shape, isNullable: true }),
  withDefault: () => createColumn({ ...shape, hasDefault: true }),
});

const required = { isNullable: false, hasDefault: false };

export const text = <Value extends string = string>() =>
  createColumn<Value>({ storageClass: 'text', ...required });
export const integer = () => createColumn<number>({ storageClass: 'integer', ...required });
export const real = () => createColumn<number>({ storageClass: 'real', ...required });

export type Columns = Readonly<Record<string, Column<unknown>>>;

/**
 * How the rows of a table relate to users, and by which column: by the user's id or e-mail, by a channel that
 * the user may use, by a series of its values, or by a sign-in. Exports of a user's data follow it.
 */
export type PersonalData<ColumnName extends string = string> = {
  readonly of: 'user' | 'channel' | 'series' | 'sign-in' | 'email';
  readonly column: ColumnName;
  /** A unique order that an index has, for a table whose key has none for one owner. */
  readonly order?: readonly ColumnName[];
  /** The time column of tables with a channel's past: rows belong to the user from the grant on. */
  readonly time?: ColumnName;
  /** Columns that are never exported: secrets, their hashes, and how servers divide their work. */
  readonly hidden?: readonly ColumnName[];
};

/**
 * Rows that are deleted with their user, client, channel or series.
 *
 * - `few`: some dozen rows for one owner, which the cascade deletes.
 * - `many`: deleted in batches before their owner.
 * - `unbounded`: there may be millions. The table's own key, or the index of `along`, begins with the column, and rows
 *   are deleted along it: on PostgreSQL a search that begins from the start each time passes all rows deleted before.
 * - `earlier`: a step of the deletion that knows the rows ends them before their owner.
 */
export type Deletion<ColumnName extends string = string> = {
  readonly with: 'user' | 'client' | 'channel' | 'series';
  readonly column: ColumnName;
  readonly rows: 'few' | 'many' | 'unbounded' | 'earlier';
  /** The columns along which unbounded rows are read, of an index that begins with the column. Default: the key. */
  readonly along?: readonly ColumnName[];
};

export type TableDefinition<OfTable extends Columns = Columns> = {
  /** The folder whose code reads and changes the table, for example `telemetry/history`. */
  readonly owner: string;
  /** The owners with which its rows are deleted. Absent for a table whose rows belong to nobody. */
  readonly deletion?: readonly Deletion[];
  readonly personalData: PersonalData | 'none';
  readonly columns: OfTable;
  /** Names the columns of the primary key. */
  readonly key: readonly string[];
  readonly partition?: Partition;
};

type WithOwnKey<OfTable extends Columns> = TableDefinition<OfTable> & {
  readonly key: readonly (keyof OfTable & string)[];
  readonly personalData: PersonalData<keyof OfTable & string> | 'none';
  readonly deletion?: readonly Deletion<keyof OfTable & string>[];
  readonly partition?: Partition<keyof OfTable & string>;
};

/** Defines a table once: its columns, its primary key and its owner. Migrations create it. */
export const defineTable = <OfTable extends Columns>(
  definition: WithOwnKey<OfTable>,
): TableDefinition<OfTable> => definition;

/** The type of a table for Kysely. */
export type TableOf<Definition extends TableDefinition> = {
  [Name in keyof Definition['columns']]: Definition['columns'][Name] extends Column<infer Value>
    ? Value
    : never;
};
