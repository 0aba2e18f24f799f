import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { StorageBusyError, StorageClosedError, StorageMisuseError } from './errors.ts';
import { type FixtureTables, fixtureMigrations, prepareFixture } from './fixture.ts';
import type { SetTimer } from './options.ts';
import type { Storage } from './storage.ts';
import { forEachEngine } from './testing.ts';

/** How many rows to count: some hundred milliseconds of work for either engine. */
const MANY = 1_000_000;

const prepareCount = (storage: Storage<FixtureTables>) =>
  storage.prepare<{ last: number }>()((db, p) =>
    db
      .withRecursive('n(i)', (eb) =>
        eb.selectNoFrom(sql<number>`1`.as('i')).unionAll((union) =>
          union
            .selectFrom('n')
            .select((each) => each('i', '+', 1).as('i'))
            .where('i', '<', p('last')),
        ),
      )
      .selectFrom('n')
      .select((eb) => eb.fn.countAll<number>().as('count')),
  );

forEachEngine((_engine, open) => {
  let storage: Storage<FixtureTables>;
  before(async () => {
    storage = await open<FixtureTables>({ migrations: fixtureMigrations });
  });

  it('returns the same rows as all, including rows committed just before', async () => {
    const { addCounter, counter } = prepareFixture(storage);
    assert.deepEqual(await counter.scan({ id: 'mine' }), []);
    await storage.unit([addCounter.bind({ id: 'mine', count: 7 })]);
    assert.deepEqual(await counter.scan({ id: 'mine' }), [{ id: 'mine', count: 7 }]);
    assert.deepEqual(await counter.scan({ id: 'mine' }), await counter.all({ id: 'mine' }));
  });

  it('does not block the event loop during a scan', async () => {
    const scanning = prepareCount(storage).scan({ last: MANY });
    let hasEnded = false;
    let turns = 0;
    const over = scanning.finally(() => {
      hasEnded = true;
    });
    while (!hasEnded) {
      await setImmediate();
      turns += 1;
    }
    assert.deepEqual(await over, [{ count: MANY }]);
    assert.ok(turns > 50, `${turns} turns`);
  });

  it('rejects a failing scan with the message of the engine and runs the next one', async () => {
    const broken = storage.prepare<{ text: string }>()((db, p) =>
      db.selectFrom('counters').select(sql`no_such_function(${p('text')})`.as('x')),
    );
    await assert.rejects(broken.scan({ text: 'x' }), /no_such_function/);
    assert.deepEqual(await prepareCount(storage).scan({ last: 3 }), [{ count: 3 }]);
  });

  it('scans with queries that are not prepared and refuses them inside a write', async () => {
    const { addCounter } = prepareFixture(storage);
    await storage.unit([addCounter.bind({ id: 'by the door', count: 3 })]);
    const counter = storage.scan.selectFrom('counters').select('count').where('id', '=', 'by the door');
    assert.deepEqual(await counter.execute(), [{ count: 3 }]);
    await assert.rejects(
      storage.write(async () => void (await counter.execute())),
      StorageMisuseError,
    );
  });

  it('refuses to scan with a change or inside a write', async () => {
    const { addCounter, counter } = prepareFixture(storage);
    await assert.rejects(addCounter.scan({ id: 'x', count: 1 }), StorageMisuseError);
    await assert.rejects(
      storage.write(async () => void (await counter.scan({ id: 'x' }))),
      StorageMisuseError,
    );
  });
});

forEachEngine(
  (_engine, open) => {
    it('rejects a scan with StorageBusyError when too many wait', async () => {
      const storage = await open<FixtureTables>({ migrations: fixtureMigrations });
      const count = prepareCount(storage);
      const requested = await Promise.allSettled(Array.from({ length: 203 }, () => count.scan({ last: 1 })));
      const refused = requested.filter((each) => each.status === 'rejected');
      assert.equal(refused.length, 3);
      for (const { reason } of refused) assert.ok(reason instanceof StorageBusyError);
    });

    it('finishes a short scan while a long one is still running', async () => {
      const storage = await open<FixtureTables>({ migrations: fixtureMigrations, scanBudgetMs: 60_000 });
      const count = prepareCount(storage);
      const long = count.scan({ last: 5 * MANY });
      const short = count.scan({ last: 10 });
      assert.equal(await Promise.race([long.then(() => 'long'), short.then(() => 'short')]), 'short');
      assert.deepEqual(await long, [{ count: 5 * MANY }]);
    });

    it('rejects scans that exceed their budget and runs the next one', async () => {
      let hasTimePassed = true;
      // The time of a read is over at once, or never.
      const setScanTimer: SetTimer = (_ms, run) => {
        const timer = setTimeout(() => hasTimePassed && run());
        return { [Symbol.dispose]: () => clearTimeout(timer) };
      };
      const storage = await open<FixtureTables>({ migrations: fixtureMigrations, setScanTimer });
      const count = prepareCount(storage);
      const long = [1, 2, 3].map(() => count.scan({ last: 5 * MANY }));
      const results = await Promise.allSettled(long);
      hasTimePassed = false;
      for (const result of results) {
        assert.equal(result.status, 'rejected');
        assert.ok(result.reason instanceof StorageBusyError, String(result.reason));
      }
      assert.deepEqual(await count.scan({ last: 10 }), [{ count: 10 }]);
    });

    it('finishes waiting scans before the storage closes and rejects later ones', async () => {
      const closing = await open<FixtureTables>({ migrations: fixtureMigrations });
      const count = prepareCount(closing);
      const waiting = [count.scan({ last: 1_000 }), count.scan({ last: 2_000 })];
      await closing[Symbol.asyncDispose]();
      assert.deepEqual(await Promise.all(waiting), [[{ count: 1_000 }], [{ count: 2_000 }]]);
      await assert.rejects(count.scan({ last: 1 }), StorageClosedError);
    });
  },
  ['sqlite'],
);
