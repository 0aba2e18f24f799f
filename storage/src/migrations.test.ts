import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SchemaTooNewError, SchemaTooOldError } from './errors.ts';
import { type FixtureTables, fixtureMigrations } from './fixture.ts';
import { internalsOf } from './internals.ts';
import type { Migrations } from './migrations.ts';
import { forEachEngine } from './testing.ts';

const names = Object.keys(fixtureMigrations);
const broken: Migrations = {
  ...fixtureMigrations,
  '0003-broken': {
    async up(db, types) {
      await types.createTable(db, 'half').addColumn('id', types.identity).execute();
      await db.schema.dropTable('absent').execute();
    },
  },
};

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
      assert.deepEqual(await storage.migrationState(), { applied: [], pending: names });
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
    const replacing: Migrations = { '0001-counters': { up: async () => {}, replaces: ['0002-notes'] } };
    await assert.rejects(open({ place, migrations: replacing }), (error) => {
      return error instanceof SchemaTooOldError && /make a backup with that version/.test(error.message);
    });
  });

  it('leaves the database unchanged when a migration fails', async () => {
    const place = await newPlace();
    await assert.rejects(open({ place, migrations: broken }), /absent/);
    const storage = await open<FixtureTables>({ place, migrations: fixtureMigrations });
    assert.deepEqual(storage.migrated, names);
  });

  if (engine === 'sqlite') {
    it('creates strict tables, which refuse a value of the wrong type', async () => {
      const storage = await open<FixtureTables>({ migrations: fixtureMigrations });
      const row = { id: 'a', count: 'many' as unknown as number };
      await assert.rejects(storage.write((tx) => tx.insertInto('counters').values(row).execute()));
    });
  }
});
