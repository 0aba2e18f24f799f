import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, it } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { StorageClosedError } from './errors.ts';
import { type FixtureTables, fixtureMigrations, prepareFixture } from './fixture.ts';
import type { SetTimer } from './options.ts';
import { openSqlite } from './sqlite.ts';
import { createReader } from './sqlite-reader.ts';
import { startThread } from './sqlite-thread.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'azulejo-writer-'));
});
after(() => rm(folder, { recursive: true }));

it('rejects waiting and later requests with the reason when the writer thread dies', async () => {
  const died = Promise.withResolvers<Error>();
  const thread = startThread({ file: join(folder, 'dies.sqlite'), mode: 'write' }, died.resolve);
  const select = { kind: 'execute', sql: 'select 1', parameters: [] } as const;
  await thread.request(select);
  const failing = thread.request(undefined as never);
  const waiting = thread.request(select);
  await assert.rejects(failing);
  await assert.rejects(waiting, StorageClosedError);
  await assert.rejects(thread.request(select), /the SQLite writer stopped: /);
  assert.equal(thread.failure(), await died.promise);
  await thread.close();
});

it('openSqlite refuses to open a file that is not a database', async () => {
  const file = join(folder, 'text.sqlite');
  await writeFile(file, 'this is a letter, not a database, and longer than a header '.repeat(20));
  await assert.rejects(openSqlite({ file, migrations: {} }), /not a database/);
});

it('waits with a unit until another process has finished writing', async () => {
  const file = join(folder, 'busy.sqlite');
  await using storage = await openSqlite<FixtureTables>({ file, migrations: fixtureMigrations });
  const { addCounter, counter } = prepareFixture(storage);
  const other = new DatabaseSync(file);
  other.exec(`begin immediate; insert into counters values ('theirs', 1)`);
  const ours = storage.unit([addCounter.bind({ id: 'ours', count: 1 })]);
  assert.equal(await counter.get({ id: 'theirs' }), undefined);
  other.exec('commit');
  assert.deepEqual(await ours, { committed: true, rows: [[]] });
  assert.equal((await counter.get({ id: 'theirs' }))?.count, 1);
  other.close();
});

it('finishes queued units before the storage closes and rejects later ones', async () => {
  const file = join(folder, 'closing.sqlite');
  const storage = await openSqlite<FixtureTables>({ file, migrations: fixtureMigrations });
  const { addCounter } = prepareFixture(storage);
  const units = Array.from({ length: 50 }, (_, n) =>
    storage.unit([addCounter.bind({ id: `${n}`, count: n })]),
  );
  await storage[Symbol.asyncDispose]();
  assert.ok((await Promise.all(units)).every(({ committed }) => committed));
  await assert.rejects(storage.unit([]), StorageClosedError);
  await assert.rejects(storage.read.selectFrom('counters').selectAll().execute(), StorageClosedError);
});

it('ends an idle reader thread and starts another for the next read', async () => {
  const file = join(folder, 'idle.sqlite');
  const storage = await openSqlite<FixtureTables>({ file, migrations: fixtureMigrations });
  await storage[Symbol.asyncDispose]();
  const timers = new Set<() => void>();
  const setTimer: SetTimer = (_ms, run) => {
    timers.add(run);
    return { [Symbol.dispose]: () => void timers.delete(run) };
  };
  const exits: Promise<unknown>[] = [];
  const watch = (worker: Worker) => void exits.push(once(worker, 'exit'));
  process.on('worker', watch);
  try {
    const reader = createReader({
      file,
      budgetMs: 60_000,
      setTimer,
      onFailure: assert.ifError,
    });
    const select = { sql: 'select 1 as one', parameters: [] };
    for (const threads of [1, 2]) {
      assert.deepEqual(await reader.scan(select), [{ one: 1 }]);
      assert.equal(exits.length, threads);
      assert.equal(timers.size, 1, 'its timer is set when its read has ended');
      for (const end of timers) end();
      timers.clear();
      await exits.at(-1);
    }
    await reader.close();
  } finally {
    process.off('worker', watch);
  }
});
