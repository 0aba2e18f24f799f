import assert from 'node:assert/strict';
import { AsyncResource } from 'node:async_hooks';
import { before, it } from 'node:test';
import { sql } from 'kysely';
import { StorageBusyError, StorageMisuseError, WriteTimeoutError } from './errors.ts';
import { type FixtureTables, fixtureMigrations } from './fixture.ts';
import { withWriteLimit } from './guard.ts';
import type { Storage } from './storage.ts';
import { forEachEngine } from './testing.ts';

/** A write that does not end by itself. */
const never = () => new Promise<never>(() => undefined);

forEachEngine((engine, open) => {
  let storage: Storage<FixtureTables>;
  before(async () => {
    storage = await open<FixtureTables>({ migrations: fixtureMigrations, writeLimitMs: 300 });
  });
  const countOf = async (id: string) =>
    (await storage.read.selectFrom('counters').select('count').where('id', '=', id).executeTakeFirst())
      ?.count;

  it('reads the data of a write only after the write has committed', async () => {
    const inside = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const writing = storage.write(async (tx) => {
      await tx.insertInto('counters').values({ id: 'seen', count: 1 }).execute();
      inside.resolve();
      await release.promise;
      return 'stored';
    });
    await inside.promise;
    assert.equal(await countOf('seen'), undefined);
    release.resolve();
    assert.equal(await writing, 'stored');
    assert.equal(await countOf('seen'), 1);
  });

  it('rolls back a write and rethrows the error when its function throws', async () => {
    const failure = new Error('no');
    const writing = storage.write(async (tx) => {
      await tx.insertInto('counters').values({ id: 'undone', count: 1 }).execute();
      throw failure;
    });
    await assert.rejects(writing, (error) => error === failure);
    assert.equal(await countOf('undone'), undefined);
  });

  it('stores nothing when the function of a write swallows an error', async () => {
    const writing = storage.write(async (tx) => {
      await tx.insertInto('counters').values({ id: 'half', count: 1 }).execute();
      await tx
        .insertInto('counters')
        .values({ id: 'half', count: 1 })
        .execute()
        .catch(() => undefined);
    });
    await assert.rejects(writing, StorageMisuseError);
    assert.equal(await countOf('half'), undefined);
  });

  it('loses no update in 100 parallel increments of one row', async () => {
    await storage.write((tx) => tx.insertInto('counters').values({ id: 'hot', count: 0 }).execute());
    const increment = () =>
      storage.write(async (tx) => {
        const row = await tx
          .selectFrom('counters')
          .select('count')
          .where('id', '=', 'hot')
          .executeTakeFirstOrThrow();
        await tx
          .updateTable('counters')
          .set({ count: row.count + 1 })
          .where('id', '=', 'hot')
          .execute();
      });
    await Promise.all(Array.from({ length: 100 }, increment));
    assert.equal(await countOf('hot'), 100);
  });

  it('binds only the values that a prepared query is given, and writes its own texts into the SQL', async () => {
    const prepared = storage.prepare<{ id: string }>()((db, p) =>
      db.selectFrom('counters').selectAll().where('id', '<>', "it's").where('id', '=', p('id')),
    );
    assert.deepEqual(prepared.bind({ id: "it's" }).parameters, ["it's"]);
    await storage.write((tx) =>
      tx
        .insertInto('counters')
        .values([
          { id: "it's", count: 1 },
          { id: 'its', count: 2 },
        ])
        .execute(),
    );
    assert.equal(await prepared.get({ id: "it's" }), undefined);
    assert.equal((await prepared.get({ id: 'its' }))?.count, 2);
  });

  it('names a statement by its SQL, for poolers that share a connection among processes', () => {
    const prepare = (id: string) =>
      storage
        .prepare<{ count: number }>()((db, p) =>
          db
            .updateTable('counters')
            .set({ count: p('count') })
            .where('id', '=', id),
        )
        .bind({ count: 1 });
    assert.equal(prepare('a').name, prepare('a').name);
    assert.notEqual(prepare('a').name, prepare('b').name);
  });

  it('rejects immediately when read, a prepared query, unit or write is used inside a write', async () => {
    const prepared = storage.prepare<{ id: string }>()((db, p) =>
      db.selectFrom('counters').selectAll().where('id', '=', p('id')),
    );
    const { read } = storage;
    const misuses: (() => Promise<unknown>)[] = [
      async () => storage.read,
      () => read.selectFrom('counters').selectAll().execute(),
      () => prepared.get({ id: 'a' }),
      () => storage.unit([]),
      () => storage.lockedUnit([], async () => []),
      () => storage.write(async () => undefined),
    ];
    for (const misuse of misuses) await assert.rejects(storage.write(misuse), StorageMisuseError);
    assert.equal(await countOf('refused'), undefined);
  });

  it('rolls back a write that stays open too long and rejects its later statements', async () => {
    const release = Promise.withResolvers<void>();
    let late: Promise<unknown> = Promise.resolve();
    const writing = storage.write(async (tx) => {
      await tx.insertInto('counters').values({ id: 'slow', count: 1 }).execute();
      late = release.promise.then(() => tx.insertInto('counters').values({ id: 'late', count: 1 }).execute());
      await late;
    });
    await assert.rejects(writing, WriteTimeoutError);
    release.resolve();
    await assert.rejects(late, /transaction/i);
    assert.equal(await countOf('slow'), undefined);
    assert.equal(await countOf('late'), undefined);
    await storage.write((tx) => tx.insertInto('counters').values({ id: 'next', count: 1 }).execute());
  });

  it('limits the writes of withWriteLimit by its time, and those of others as before', async () => {
    const other = await open({ writeLimitMs: 300 });
    const inside = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    let leftBehind: () => Promise<unknown> = async () => undefined;
    const long = withWriteLimit(60_000, async () => {
      leftBehind = AsyncResource.bind(() => storage.write(never));
      await storage.write(async (tx) => {
        await tx.insertInto('counters').values({ id: 'long', count: 1 }).execute();
        inside.resolve();
        await release.promise;
      });
    });
    await inside.promise;
    await assert.rejects(other.write(never), WriteTimeoutError);
    release.resolve();
    await long;
    assert.equal(await countOf('long'), 1);
    await assert.rejects(leftBehind(), WriteTimeoutError);
  });

  if (engine === 'postgres') {
    it('lets PostgreSQL end statements by the same limit', async () => {
      const setting = sql<{ ms: string }>`select current_setting('statement_timeout') as ms`;
      const inWrite = () => storage.write(async (tx) => (await setting.execute(tx)).rows);
      const inUnit = async () => {
        const text = "select current_setting('statement_timeout') as ms";
        const result = await storage.unit([{ name: 'timeout', sql: text, parameters: [], expectRow: true }]);
        return result.committed && result.rows[0];
      };
      assert.deepEqual(await withWriteLimit(60_000, inWrite), [{ ms: '1min' }]);
      assert.deepEqual(await withWriteLimit(60_000, inUnit), [{ ms: '1min' }]);
      assert.deepEqual([await inWrite(), await inUnit()], [[{ ms: '300ms' }], [{ ms: '10s' }]]);
    });

    it('rejects with StorageBusyError and stores nothing when a statement times out', async () => {
      const writing = storage.write(async (tx) => {
        await tx.insertInto('counters').values({ id: 'cut', count: 1 }).execute();
        await sql`set local statement_timeout = 1`.execute(tx);
        await sql`select pg_sleep(30)`.execute(tx);
      });
      await assert.rejects(writing, StorageBusyError);
      assert.equal(await countOf('cut'), undefined);
    });
  }

  it('refuses changes and transactions through read', async () => {
    await assert.rejects(storage.read.deleteFrom('counters').execute(), StorageMisuseError);
    await assert.rejects(
      storage.read.transaction().execute((tx) => tx.selectFrom('counters').selectAll().execute()),
      StorageMisuseError,
    );
  });

  it('sorts text by code point in every locale', async () => {
    const ids = ['sort é', 'sort a', 'sort _c', 'sort B'];
    await storage.write((tx) =>
      tx
        .insertInto('counters')
        .values(ids.map((id) => ({ id, count: 0 })))
        .execute(),
    );
    const rows = await storage.read
      .selectFrom('counters')
      .select('id')
      .where('id', 'like', 'sort %')
      .orderBy('id')
      .execute();
    assert.deepEqual(rows, [{ id: 'sort B' }, { id: 'sort _c' }, { id: 'sort a' }, { id: 'sort é' }]);
  });

  it('stores and returns the same JavaScript values on both engines', async () => {
    const body = new Uint8Array([0, 1, 255]);
    const note = { id: 2 ** 53 - 1, counter_id: 'values', text: 'ç 🟦', weight: 0.1, body };
    await storage.write(async (tx) => {
      await tx.insertInto('counters').values({ id: 'values', count: 7 }).execute();
      await tx.insertInto('notes').values(note).execute();
    });
    assert.deepEqual(await storage.read.selectFrom('notes').selectAll().where('id', '=', note.id).execute(), [
      note,
    ]);
    const { rows } =
      await sql`select count(*) as n, sum(count) as s, exists(select 1) as e, max(count) / 2 as h
      from counters where id = 'values'`.execute(storage.read);
    assert.deepEqual(rows, [{ n: 1, s: 7, e: 1, h: 3 }]);
  });

  it('throws RangeError when an unsafe integer is read or written', async () => {
    await storage.write((tx) => sql`insert into counters values ('big', ${2n ** 53n + 1n})`.execute(tx));
    await assert.rejects(countOf('big'), RangeError);
    await assert.rejects(
      storage.write((tx) =>
        tx
          .insertInto('counters')
          .values({ id: 'bigger', count: 2 ** 53 })
          .execute(),
      ),
      RangeError,
    );
  });

  it('resolves a ping until the storage is closed', async () => {
    const other = await open({});
    await other.ping();
    await other[Symbol.asyncDispose]();
    await assert.rejects(other.ping());
    await assert.rejects(other.write(async () => undefined));
  });
});
