import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { forEachEngine, type OpenTestStorage } from '@azulejo/storage/testing';
import { type Database, migrations } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { systemClock } from '../../platform/clock.ts';
import { openFolder } from '../../platform/files/index.ts';
import { createUploads } from './uploads.ts';

const KILOBYTE = 1024;
const DAY = 24 * 3600 * 1000;

async function setUp(open: OpenTestStorage) {
  const folder = await mkdtemp(join(tmpdir(), 'azulejo-uploads-'));
  const files = await openFolder(folder);
  const db = await open<Database>({ migrations });
  let now = Date.now();
  const uploads = createUploads({
    db,
    clock: { ...systemClock, now: () => now },
    files,
    quota: 100 * KILOBYTE,
  });
  const store = (name: string, ownerId: string, kilobytes: number) =>
    uploads.store({
      id: `${name}.png`,
      ownerId,
      bytes: Buffer.alloc(kilobytes * KILOBYTE),
      type: 'image/png',
      width: 1,
      height: 1,
    });
  return {
    db,
    folder,
    uploads,
    store,
    advance: (ms: number) => {
      now += ms;
    },
    stored: async () => (await readdir(folder)).toSorted(),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

const isFull = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.kind === 'quota_exceeded';

forEachEngine((_engine, open) => {
  it('counts uploads towards their owner’s quota only, and stores no file for a refused one', async () => {
    await using scene = await setUp(open);
    const { store, stored } = scene;
    await store('a', 'ana', 60);
    const error = await store('b', 'ana', 60).catch((thrown: unknown) => thrown);
    assert.ok(isFull(error));
    assert.match(error.detail ?? '', /at most 0 MB in total, .*UPLOAD_QUOTA_MB/);
    assert.deepEqual(await stored(), ['a.png']);
    await store('a', 'ana', 60);
    await store('b', 'rui', 60);
    await store('c', 'ana', 20);
    assert.deepEqual(await stored(), ['a.png', 'b.png', 'c.png']);
  });

  it('enforces the quota when uploads of one owner run in parallel', async () => {
    await using scene = await setUp(open);
    const names = ['a', 'b', 'c', 'd'];
    const results = await Promise.allSettled(names.map((name) => scene.store(name, 'ana', 60)));
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const result of results) if (result.status === 'rejected') assert.ok(isFull(result.reason));
  });

  it('counts more than their bytes for many small files', async () => {
    await using scene = await setUp(open);
    for (let count = 0; count < 25; count += 1) await scene.store(`n${count}`, 'ana', 0);
    await assert.rejects(scene.store('one-more', 'ana', 0), isFull);
  });

  it('deletes unowned uploads older than a day, and no other files', async () => {
    await using scene = await setUp(open);
    const { db, folder, uploads, store, stored, advance } = scene;
    for (const owner of ['ana', 'rui']) await store('both', owner, 1);
    await store('gone', 'rui', 1);
    await writeFile(join(folder, '.half.part'), 'ha');
    await writeFile(join(folder, 'of somebody else'), '');
    await db.write((tx) => tx.deleteFrom('uploads').where('owner_id', '=', 'rui').execute());
    const all = ['.half.part', 'both.png', 'gone.png', 'of somebody else'];
    await uploads.sweep();
    assert.deepEqual(await stored(), all);
    advance(DAY + 60_000);
    await uploads.sweep();
    assert.deepEqual(await stored(), ['both.png', 'of somebody else']);
  });
});
