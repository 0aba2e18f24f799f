import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type Generated, sql } from 'kysely';
import pg from 'pg';
import { contractTables, refuseContracted } from './contract.ts';
import { SchemaTooNewError, SchemaTooOldError, StorageUnavailableError } from './errors.ts';
import type { AddedColumn, AddedIndex } from './expand.ts';
import { type FixtureTables, fixtureMigrations } from './fixture.ts';
import { internalsOf } from './internals.ts';
import type { Migrations } from './migrations.ts';
import type { Storage } from './storage.ts';
import { forEachEngine, type Place } from './testing.ts';

const names = Object.keys(fixtureMigrations);
const broken: Migrations = {
  ...fixtureMigrations,
  '0003-broken': {
    phase: 'contract',
    async up(db, types) {
      await types.createTable(db, 'half').addColumn('id', types.identity).execute();
      await db.schema.dropTable('absent').execute();
    },
  },
};

const expansion: Migrations = {
  '0003-more': {
    phase: 'expand',
    tables: {
      more: {
        columns: { id: 'text', counter_id: 'text' },
        key: ['id'],
        references: { counter_id: 'counters' },
      },
    },
    columns: { counters: { unit: 'text=piece', note: 'text?' } },
    indexes: { counters: [['unit', 'count'], { columns: ['note'], where: 'note is not null' }] },
  },
};
const contraction: Migrations = {
  '0004-fewer': {
    phase: 'contract',
    up: async (db) => void (await db.schema.alterTable('notes').dropColumn('weight').execute()),
  },
};
type ExpandedTables = FixtureTables & {
  counters: { id: string; count: number; unit: Generated<string>; note: Generated<string | null> };
  more: { id: string; counter_id: string };
};

/** Changes that an expanding migration cannot hold. */
export const refusedByType: Record<string, AddedColumn | AddedIndex> = {
  // @ts-expect-error: servers of the version before do not fill it.
  column: 'text',
  // @ts-expect-error: it may refuse what they write.
  index: { columns: ['note'], isUnique: true },
};

/** Leaves a transaction open in another process of the database. */
async function openTransaction({ databaseUrl }: Place, statement: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(statement);
  let ended: Promise<void> | undefined;
  const end = () => (ended ??= client.end());
  return { end, [Symbol.asyncDispose]: end };
}

async function indexesOf<DB>({ engine, read }: Storage<DB>): Promise<string[]> {
  const valid = {
    sqlite: sql<{
      name: string;
    }>`select name from sqlite_master where type = 'index' and tbl_name = 'counters'`,
    postgres: sql<{
      name: string;
    }>`select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = 'counters'::regclass and i.indisvalid and not i.indisprimary`,
  };
  const { rows } = await valid[engine].execute(read);
  return rows.flatMap(({ name }) => (name.endsWith('_index') ? [name] : [])).sort();
}

forEachEngine((engine, open, newPlace) => {
  it('applies pending migrations once, in order, and reports them', async () => {
    const place = await newPlace();
    const first = await open<FixtureTables>({ place, migrations: fixtureMigrations });
    assert.deepEqual(first.migrated, names);
    const second = await open<FixtureTables>({ place, migrations: fixtureMigrations });
    assert.deepEqual(second.migrated, []);
    const { applied, pending } = await second.migrationState();
    assert.deepEqual([applied.map(({ name }) => name), pending], [names, []]);
  });

  it('stops after the migration named by migrateTo and reports the rest as pending', async () => {
    const storage = await open({ migrations: fixtureMigrations, migrateTo: '0001-counters' });
    assert.deepEqual((await storage.migrationState()).pending, ['0002-notes']);
  });

  it('leaves an empty database as it is with skipMigrations, while another process maintains it', async () => {
    const place = await newPlace();
    const other = await open({ place, skipMigrations: true });
    await internalsOf(other).maintain(async () => {
      const storage = await open({ place, migrations: fixtureMigrations, skipMigrations: true });
      assert.deepEqual(await storage.migrationState(), { applied: [], pending: names, contracting: names });
      assert.deepEqual(await storage.read.introspection.getTables({ withInternalKyselyTables: true }), []);
    });
  });

  it('applies each migration once when several storages open the database together', async () => {
    const place = await newPlace();
    const storages = await Promise.all(
      Array.from({ length: 4 }, () => open<FixtureTables>({ place, migrations: fixtureMigrations })),
    );
    assert.deepEqual(
      storages.flatMap(({ migrated }) => migrated),
      names,
    );
    await storages[0]?.write((tx) => tx.insertInto('counters').values({ id: 'shared', count: 1 }).execute());
    assert.equal((await storages[3]?.read.selectFrom('counters').selectAll().execute())?.length, 1);
  });

  it('refuses to open a database that has migrations of a newer version', async () => {
    const place = await newPlace();
    await open({ place, migrations: fixtureMigrations });
    const older = { '0001-counters': fixtureMigrations['0001-counters'] } as Migrations;
    await assert.rejects(open({ place, migrations: older }), (error) => {
      return error instanceof SchemaTooNewError && error.message.includes('0002-notes');
    });
  });

  it('refuses to open a database whose migrations were replaced, and says what to do', async () => {
    const place = await newPlace();
    await open({ place, migrations: fixtureMigrations });
    const replacing: Migrations = {
      '0001-counters': { phase: 'contract', up: async () => {}, replaces: ['0002-notes'] },
    };
    await assert.rejects(open({ place, migrations: replacing }), (error) => {
      return error instanceof SchemaTooOldError && /make a backup with that version/.test(error.message);
    });
  });

  it('adds tables, columns and indexes to a database in use, and leaves what was stored', async () => {
    const place = await newPlace();
    const older = await open<FixtureTables>({ place, migrations: fixtureMigrations });
    await older.write((tx) => tx.insertInto('counters').values({ id: 'a', count: 1 }).execute());
    const newer = await open<ExpandedTables>({ place, migrations: { ...fixtureMigrations, ...expansion } });
    assert.deepEqual(newer.migrated, ['0003-more']);
    await older.write((tx) => tx.insertInto('counters').values({ id: 'b', count: 2 }).execute());
    assert.deepEqual(await newer.read.selectFrom('counters').selectAll().orderBy('id').execute(), [
      { id: 'a', count: 1, unit: 'piece', note: null },
      { id: 'b', count: 2, unit: 'piece', note: null },
    ]);
    const added = { id: 'x', counter_id: 'a' };
    await newer.write((tx) => tx.insertInto('more').values(added).execute());
    assert.deepEqual(await newer.read.selectFrom('more').selectAll().execute(), [added]);
    assert.deepEqual(await indexesOf(newer), ['counters_note_index', 'counters_unit_count_index']);
  });

  it('opens a database to which a newer version added something, but not one that it contracted', async () => {
    const place = await newPlace();
    await open({ place, migrations: fixtureMigrations });
    const newer: Migrations = { ...fixtureMigrations, ...expansion, ...contraction };
    const beside = await open<ExpandedTables>({ place, migrations: newer, onlyExpands: true });
    const { pending, contracting } = await beside.migrationState();
    assert.deepEqual(
      [beside.migrated, pending, contracting],
      [['0003-more'], ['0004-fewer'], ['0004-fewer']],
    );
    const older = await open<FixtureTables>({ place, migrations: fixtureMigrations });
    assert.deepEqual(older.migrated, []);
    await older.write((tx) => tx.insertInto('counters').values({ id: 'a', count: 1 }).execute());
    await refuseContracted(older);
    const asked: string[] = [];
    const ask = (answer: boolean) => async (_tx: unknown, name: string) => asked.push(name) > 0 && answer;
    assert.deepEqual(await contractTables(beside, ask(false)), []);
    await refuseContracted(older);
    assert.deepEqual(await contractTables(beside, ask(true)), ['0004-fewer']);
    assert.deepEqual(asked, ['0004-fewer', '0004-fewer']);
    await assert.rejects(refuseContracted(older), SchemaTooNewError);
    await assert.rejects(open({ place, migrations: fixtureMigrations }), (error) => {
      return (
        error instanceof SchemaTooNewError && /0004-fewer\); start the newer version/.test(error.message)
      );
    });
    assert.deepEqual((await beside.migrationState()).contracting, []);
  });

  it('leaves the database unchanged when a migration fails', async () => {
    const place = await newPlace();
    await assert.rejects(open({ place, migrations: broken }), /absent/);
    const storage = await open<FixtureTables>({ place, migrations: fixtureMigrations });
    assert.deepEqual(storage.migrated, names);
  });

  if (engine === 'postgres') {
    it('continues an expansion whose process was killed while it built an index', async () => {
      const place = await newPlace();
      const older = await open<FixtureTables>({ place, migrations: fixtureMigrations });
      const indexes = { counters: [['count']] };
      const migrations: Migrations = { ...fixtureMigrations, '0003-index': { phase: 'expand', indexes } };
      await using writer = await openTransaction(place, `insert into counters values ('a', 1)`);
      const expanding = assert.rejects(
        open({ place, migrations, maxConnections: 1 }),
        StorageUnavailableError,
      );
      const { read } = older;
      const builder = sql`select pg_terminate_backend(pid) from pg_stat_activity
        where query like 'create index concurrently%counters%' and wait_event_type = 'Lock'
          and datname = current_database()`;
      while ((await builder.execute(read)).rows.length === 0) await setTimeout(5);
      await expanding;
      await writer.end();
      assert.deepEqual(await indexesOf(older), []);
      const storage = await open<FixtureTables>({ place, migrations });
      assert.deepEqual(storage.migrated, ['0003-index']);
      assert.deepEqual(await indexesOf(storage), ['counters_count_index']);
    });

    it('keeps requests waiting less than a second while a change of their table waits', async () => {
      const place = await newPlace();
      const older = await open<FixtureTables>({ place, migrations: fixtureMigrations });
      await using reader = await openTransaction(place, 'select from counters');
      const lines: string[] = [];
      const logger = { info: (_: object, text: string) => void lines.push(text), error: assert.ifError };
      const expanding = open<ExpandedTables>({
        place,
        migrations: { ...fixtureMigrations, ...expansion },
        logger,
      });
      let longest = 0;
      for (let id = 0; lines.length === 0; id += 1) {
        const began = performance.now();
        await older.write((tx) =>
          tx
            .insertInto('counters')
            .values({ id: `${id}`, count: 1 })
            .execute(),
        );
        longest = Math.max(longest, performance.now() - began);
      }
      assert.deepEqual(lines, ['waiting for transactions that use the tables']);
      await reader.end();
      assert.deepEqual((await expanding).migrated, ['0003-more']);
      assert.ok(longest < 1_000, `a write took ${longest} ms`);
    });
  }

  if (engine === 'sqlite') {
    it('creates strict tables, which refuse a value of the wrong type', async () => {
      const storage = await open<FixtureTables>({ migrations: fixtureMigrations });
      const row = { id: 'a', count: 'many' as unknown as number };
      await assert.rejects(storage.write((tx) => tx.insertInto('counters').values(row).execute()));
    });
  }
});
