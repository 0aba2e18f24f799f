import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { sql } from 'kysely';
import { ConstraintError, StorageBusyError } from './errors.ts';
import { type FixtureTables, fixtureMigrations, prepareFixture } from './fixture.ts';
import { SQLITE_FILE } from './open.ts';
import type { Storage } from './storage.ts';
import { forEachEngine, type Place } from './testing.ts';

forEachEngine((engine, open, newPlace) => {
  let place: Place;
  let storage: Storage<FixtureTables>;
  let statements: ReturnType<typeof prepareFixture>;
  before(async () => {
    place = await newPlace();
    storage = await open<FixtureTables>({ place, migrations: fixtureMigrations, maxConnections: 16 });
    statements = prepareFixture(storage);
  });
  const add = (id: string, count = 0) => storage.unit([statements.addCounter.bind({ id, count })]);
  const countOf = async (id: string) => (await statements.counter.get({ id }))?.count;

  it('commits all statements of a unit and returns the rows of each', async () => {
    const result = await storage.unit([
      statements.addCounter.bind({ id: 'both', count: 1 }),
      statements.raise.bind({ id: 'both', by: 2 }),
    ]);
    assert.deepEqual(result, { committed: true, rows: [[], [{ count: 3 }]] });
    assert.deepEqual(await statements.counter.all({ id: 'both' }), [{ id: 'both', count: 3 }]);
    assert.equal(await statements.counter.get({ id: 'none' }), undefined);
  });

  it('rolls back the unit when a statement with expectRow finds no row', async () => {
    const result = await storage.unit([
      statements.addCounter.bind({ id: 'gone', count: 1 }),
      statements.raise.bind({ id: 'nobody', by: 1 }, { expectRow: true }),
      statements.raise.bind({ id: 'gone', by: 1 }),
    ]);
    assert.deepEqual(result, { committed: false, failedAt: 1 });
    assert.equal(await countOf('gone'), undefined);
  });

  it('plans a unit while it holds its locks, and stores all of it or nothing', async () => {
    await add('planned', 1);
    const raise = (by: number, id = 'planned') => statements.raise.bind({ id, by }, { expectRow: true });
    // Each plan depends on what it reads: without the lock, some of them would read the same.
    const double = () => storage.lockedUnit([raise(0)], async () => [raise((await countOf('planned')) ?? 0)]);
    await Promise.all(Array.from({ length: engine === 'postgres' ? 6 : 1 }, double));
    assert.equal(await countOf('planned'), engine === 'postgres' ? 64 : 2);
    const before = await countOf('planned');
    const refused = await storage.lockedUnit([raise(1)], async () => [raise(1), raise(1, 'nobody')]);
    assert.deepEqual(refused, { committed: false, failedAt: 2 });
    await assert.rejects(
      storage.lockedUnit([raise(1)], () => Promise.reject(new Error('no plan'))),
      /no plan/,
    );
    assert.equal(await countOf('planned'), before);
  });

  it('rejects and rolls back only the unit that violates a constraint', async () => {
    await add('taken');
    const results = await Promise.allSettled([
      add('parallel 1'),
      storage.unit([
        statements.addCounter.bind({ id: 'first half', count: 0 }),
        statements.addCounter.bind({ id: 'taken', count: 0 }),
      ]),
      add('parallel 2'),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.ok(results[1].status === 'rejected' && results[1].reason instanceof ConstraintError);
    assert.equal(await countOf('first half'), undefined);
    assert.equal(await countOf('parallel 1'), 0);
    assert.equal(await countOf('parallel 2'), 0);
  });

  it('loses no update in 200 parallel units and concurrent writes', async () => {
    await add('busy');
    const raises = Array.from({ length: 200 }, () =>
      storage.unit([statements.raise.bind({ id: 'busy', by: 1 })]),
    );
    const writes = Array.from({ length: 10 }, () =>
      storage.write((tx) =>
        tx
          .updateTable('counters')
          .set((eb) => ({ count: eb('count', '+', 1000) }))
          .where('id', '=', 'busy')
          .execute(),
      ),
    );
    await Promise.all([...raises, ...writes]);
    assert.equal(await countOf('busy'), 10_200);
  });

  it('retries units that deadlock', async () => {
    await add('left');
    await add('right');
    const raise = (...ids: string[]) => storage.unit(ids.map((id) => statements.raise.bind({ id, by: 1 })));
    await Promise.all(
      Array.from({ length: 6 }, (_, n) => (n % 2 ? raise('left', 'right') : raise('right', 'left'))),
    );
    assert.deepEqual([await countOf('left'), await countOf('right')], [6, 6]);
  });

  it('throws when a parameter is missing or is not a column value', () => {
    const raise = statements.raise as { bind(params: object): unknown };
    assert.throws(() => raise.bind({ id: 'both' }), /"by" has no value/);
    assert.throws(() => raise.bind({ id: 'both', by: 2 ** 53 }), RangeError);
    assert.throws(() => raise.bind({ id: 'both', by: new Date(0) }), TypeError);
    assert.throws(
      () =>
        storage
          .prepare<{ id: string }>()((db, p) =>
            db
              .selectFrom('counters')
              .selectAll()
              .where('id', 'like', `${p('id')}%`),
          )
          .bind({ id: 'both' }),
      /only be used as a whole value/,
    );
  });

  it('refuses a prepared change outside of a unit', async () => {
    await assert.rejects(statements.raise.all({ id: 'both', by: 1 }), /goes through write or unit/);
  });

  if (engine === 'postgres') {
    it('re-runs a write up to 12 times while PostgreSQL refuses it, then calls the storage busy', async () => {
      let runs = 0;
      const failTimes = (times: number) => {
        runs = 0;
        return storage.write(async (tx) => {
          runs += 1;
          if (runs <= times) await sql`do $$ begin raise sqlstate '40001'; end $$`.execute(tx);
          return runs;
        });
      };
      assert.equal(await failTimes(12), 13);
      await assert.rejects(failTimes(20), StorageBusyError);
      assert.equal(runs, 13);
    });
  }

  if (engine === 'sqlite') {
    it('runs units and writes in the order of their arrival', async () => {
      await add('ordered');
      const raise = () => storage.unit([statements.raise.bind({ id: 'ordered', by: 1 })]);
      const double = storage.write.bind(storage, (tx) =>
        tx
          .updateTable('counters')
          .set((eb) => ({ count: eb('count', '*', 2) }))
          .where('id', '=', 'ordered')
          .execute(),
      );
      const results = [raise(), raise(), double(), raise(), double(), raise()];
      assert.deepEqual(await rowsOf([results[0], results[1], results[3], results[5]]), [1, 2, 5, 11]);
    });

    it('commits waiting units together in one COMMIT', async () => {
      const wal = join(place.dataDir, `${SQLITE_FILE}-wal`);
      const before = countCommits(await readFile(wal));
      await Promise.all(Array.from({ length: 100 }, (_, n) => add(`batched ${n}`)));
      const commits = countCommits(await readFile(wal)) - before;
      assert.ok(commits >= 1 && commits <= 2, `${commits} commits`);
    });
  }
});

async function rowsOf(results: readonly unknown[]): Promise<unknown[]> {
  const units = (await Promise.all(results)) as { rows: { count: number }[][] }[];
  return units.map(({ rows }) => rows[0]?.[0]?.count);
}

/** Counts the frames that end a transaction: https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
function countCommits(wal: Buffer): number {
  const frame = 24 + wal.readUInt32BE(8);
  let commits = 0;
  for (let at = 32; at + frame <= wal.length; at += frame) {
    const current = wal.subarray(at + 8, at + 16).equals(wal.subarray(16, 24));
    if (current && wal.readUInt32BE(at + 4) > 0) commits += 1;
  }
  return commits;
}
