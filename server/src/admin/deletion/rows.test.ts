import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { EngineName } from '@azulejo/storage';
import { forEachEngine } from '@azulejo/storage/testing';
import { type RawBuilder, sql } from 'kysely';
import { type Db, migrations, tables } from '../../database/index.ts';
import { deletedInBatches, ownedTables } from './rows.ts';

/** The tables to whose rows others belong. */
const TARGETS = { user: 'users', client: 'clients', channel: 'channels', series: 'series' } as const;
type Owner = keyof typeof TARGETS;
const OWNERS = Object.keys(TARGETS) as Owner[];

type Reference = { table: string; column: string; target: string };

const referenceQueries: Record<EngineName, RawBuilder<Reference>> = {
  sqlite: sql`select t.name as "table", f."from" as "column", f."table" as "target"
    from sqlite_master as t, pragma_foreign_key_list(t.name) as f
    where t.type = 'table' and f.on_delete = 'CASCADE'`,
  postgres: sql`select f.conrelid::regclass::text as "table", a.attname as "column",
    f.confrelid::regclass::text as "target"
    from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confdeltype = 'c' and f.conparentid = 0
      and f.connamespace = current_schema()::regnamespace`,
};

async function cascadesOf({ engine, read }: Db): Promise<Reference[]> {
  return (await referenceQueries[engine].execute(read)).rows;
}

const nameOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`;

forEachEngine((_engine, open) => {
  it('declares for every table how it is deleted with a channel, a series, a user or a client', async () => {
    const cascades = await cascadesOf(await open({ migrations }));
    for (const owner of OWNERS) {
      const names = cascades.filter(({ target }) => target === TARGETS[owner]).map(nameOf);
      const declared = ownedTables.filter((owned) => owned.with === owner);
      const forgotten = names.filter((name) => !declared.map(nameOf).includes(name));
      assert.deepEqual(forgotten, [], `rows of a ${owner} that a cascade would delete in one statement`);
      const gone = declared
        .filter(({ rows }) => rows === 'few' || rows === 'earlier')
        .map(nameOf)
        .filter((name) => !names.includes(name));
      assert.deepEqual(gone, [], `references to a ${owner} that no longer exist`);
      assert.deepEqual(declared.map(nameOf), [...new Set(declared.map(nameOf))], 'declared twice');
    }
  });

  it('knows every table with the id of a user as one with personal data', async () => {
    const cascades = await cascadesOf(await open({ migrations }));
    const definitions: Readonly<Record<string, { personalData: unknown }>> = tables;
    const unknown = cascades.filter(
      ({ table, target }) => target === 'users' && definitions[table]?.personalData === 'none',
    );
    // Operators are users too, and have no export.
    assert.deepEqual(unknown.map(nameOf), ['portal_tokens.account_id']);
  });

  it('deletes rows before those to which they refer', async () => {
    const cascades = await cascadesOf(await open({ migrations }));
    for (const owner of OWNERS) {
      const order = deletedInBatches(owner).map(({ table }) => table as string);
      const late = cascades.filter(({ table, target }) => order.indexOf(table) > order.indexOf(target));
      assert.deepEqual(
        late.filter(({ table, target }) => table !== target && order.includes(target)),
        [],
        `order of the tables of a ${owner}`,
      );
    }
  });

  it('finds the rows of each of these tables by an index', async () => {
    const db = await open({ migrations });
    if (db.engine !== 'sqlite') return;
    for (const { table, column, rows: count, along } of OWNERS.flatMap(deletedInBatches)) {
      const order =
        count === 'unbounded'
          ? sql` order by ${sql.join((along ?? tables[table].key).map((name) => sql.ref(name)))}`
          : sql``;
      const { rows } = await sql<{ detail: string }>`explain query plan
        select 1 from ${sql.table(table)} where ${sql.ref(column)} = 'x' ${order} limit 1`.execute(db.read);
      const plan = rows.map(({ detail }) => detail).join('; ');
      assert.match(plan, new RegExp(`SEARCH ${table} USING .*${column}=`), plan);
      assert.doesNotMatch(plan, /B-TREE FOR ORDER BY/, plan);
    }
  });
});
