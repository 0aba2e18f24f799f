import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { EngineName, Migrations, Partition } from '@azulejo/storage';
import { forEachEngine, readTables } from '@azulejo/storage/testing';
import { type RawBuilder, sql } from 'kysely';
import { type Db, migrations } from './index.ts';
import { type Database, tables } from './tables/index.ts';

const storageClasses: Readonly<Record<string, string>> = {
  TEXT: 'text',
  INTEGER: 'integer',
  REAL: 'real',
  text: 'text',
  int8: 'integer',
  float8: 'real',
};

const keyQueries: Record<EngineName, (table: string) => RawBuilder<{ name: string }>> = {
  sqlite: (table) => sql`select name from pragma_table_info(${table}) where pk > 0 order by pk`,
  postgres: (table) => sql`select a.attname as name
    from pg_constraint c cross join unnest(c.conkey) with ordinality as k(number, position)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number
    where c.contype = 'p' and c.conrelid = ${table}::regclass order by k.position`,
};

/** Describes a column or a key in a line, so that a failing test lists what differs. */
const describeColumn = (
  name: string,
  {
    storageClass,
    isNullable,
    hasDefault,
  }: Record<'isNullable' | 'hasDefault', boolean> & {
    storageClass: string;
  },
) => `${name}: ${storageClass}${isNullable ? ', nullable' : ''}${hasDefault ? ', with default' : ''}`;
const describeKey = (table: string, key: readonly string[]) => `${table}: key ${key.join(', ')}`;

/** Describes every table of the migrated database. */
async function readSchema({ engine, read }: Db): Promise<string[]> {
  const lines: string[] = [];
  const names = new Set((await readTables(read, engine)).map(({ name }) => name));
  for (const { name: table, columns } of await read.introspection.getTables()) {
    if (!names.has(table)) continue;
    const { rows } = await keyQueries[engine](table).execute(read);
    lines.push(
      describeKey(
        table,
        rows.map(({ name }) => name),
      ),
    );
    for (const { name, dataType, isAutoIncrementing, isNullable, hasDefaultValue } of columns)
      lines.push(
        describeColumn(`${table}.${name}`, {
          storageClass: storageClasses[dataType] ?? dataType,
          // SQLite's `integer primary key` is never null, but its description does not say so.
          isNullable: isNullable && !isAutoIncrementing,
          hasDefault: Boolean(hasDefaultValue) || isAutoIncrementing,
        }),
      );
  }
  return lines.sort();
}

const defined = Object.entries(tables)
  .flatMap(([table, { columns, key }]) => [
    describeKey(table, key),
    ...Object.entries(columns).map(([name, column]) => describeColumn(`${table}.${name}`, column)),
  ])
  .sort();

/** The weeks of a new table: this one and two more, and those before and after. */
const FIRST_WEEKS = 5;

const describePartitions = ({ name, by, parts }: { name: string; by: string; parts: number }): string =>
  `${name}: ${parts} by ${by.replaceAll('"', '')}`;

const definedPartitions = Object.entries<{ partition?: Partition }>(tables)
  .flatMap(([name, { partition }]) => {
    if (partition === undefined) return [];
    return 'weekOf' in partition
      ? [describePartitions({ name, by: `RANGE (${partition.weekOf})`, parts: FIRST_WEEKS })]
      : [describePartitions({ name, by: `HASH (${partition.hashOf})`, parts: partition.parts })];
  })
  .sort();

/** Changes that only the schema has. */
const undefinedChanges: Migrations = {
  ...migrations,
  '9999-undefined': {
    phase: 'contract',
    async up(db, types) {
      await db.schema.alterTable('places').addColumn('altitude', types.real).execute();
      await db.schema
        .alterTable('tiles')
        .addColumn('size', types.integer, (column) => column.notNull().defaultTo(1))
        .execute();
      await types
        .createTable(db, 'stray')
        .addColumn('id', types.text, (id) => id.primaryKey())
        .execute();
    },
  },
};

forEachEngine((_engine, open) => {
  it('defines every table with all of its columns and its key', async () => {
    assert.deepEqual(await readSchema(await open({ migrations })), defined);
  });

  it('finds tables and columns that only a migration adds', async () => {
    const schema = await readSchema(await open({ migrations: undefinedChanges }));
    assert.deepEqual(
      schema.filter((line) => !defined.includes(line)),
      [
        'places.altitude: real, nullable',
        'stray.id: text',
        'stray: key id',
        'tiles.size: integer, with default',
      ],
    );
    assert.deepEqual(
      defined.filter((line) => !schema.includes(line)),
      [],
    );
  });
});

/** Indexes that begin with a column that may be null, and hold the rows without a value too. */
const COMPLETE: Readonly<Record<string, string>> = {
  'audit (seal, at, id)': 'finds the entries without a seal in the order of their time',
  'commands (settled, deadline, part)': 'finds the open commands, which have no value there',
  'devices (claim_hash)': 'is a constraint; no statement looks for devices without a code',
  'email_requests (token_hash)': 'is a constraint; no statement looks for requests without a link',
};

type Index = { name: string; partial: number };
type NamedColumn = { name: string };

/** Returns the indexes of SQLite that could be used to find rows in which the first column is null. */
async function completeIndexes({ read }: Db): Promise<string[]> {
  const found: string[] = [];
  for (const [table, { columns }] of Object.entries(tables)) {
    const { rows: indexes } = await sql<Index>`select name, partial from pragma_index_list(${table})`.execute(
      read,
    );
    for (const { name } of indexes.filter(({ partial }) => partial === 0)) {
      const { rows } = await sql<NamedColumn>`select name from pragma_index_info(${name})`.execute(read);
      const names = rows.map((column) => column.name);
      if (Object.entries(columns).some(([column, { isNullable }]) => column === names[0] && isNullable))
        found.push(`${table} (${names.join(', ')})`);
    }
  }
  return found.sort();
}

forEachEngine(
  (_engine, open) => {
    it('leaves rows without a value out of each index that begins with a nullable column', async () => {
      assert.deepEqual(await completeIndexes(await open({ migrations })), Object.keys(COMPLETE));
    });
  },
  ['sqlite'],
);

forEachEngine(
  (_engine, open) => {
    it('leaves room in the pages of tables whose rows change with every value', async () => {
      const { read } = await open<Database>({ migrations });
      const { rows } = await sql<{ name: string }>`select relname as name from pg_class
        where relnamespace = current_schema()::regnamespace and 'fillfactor=70' = any(reloptions)
        order by relname`.execute(read);
      assert.deepEqual(
        rows.map(({ name }) => name),
        ['automation_homes', 'event_counters', 'property_values'],
      );
    });

    it('divides the tables that their definitions say, by the column that they name', async () => {
      const { read } = await open<Database>({ migrations });
      const { rows } = await sql<{ name: string; by: string; parts: number }>`
        select relname as name, pg_get_partkeydef(oid) as by,
          (select count(*) from pg_inherits where inhparent = oid) as parts
        from pg_class where relkind = 'p' and relnamespace = current_schema()::regnamespace
        order by relname`.execute(read);
      assert.deepEqual(rows.map(describePartitions), definedPartitions);
    });
  },
  ['postgres'],
);
