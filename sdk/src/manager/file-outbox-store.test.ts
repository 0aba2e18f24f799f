import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileOutboxStore } from './file-outbox-store.ts';

const report = (id: number, data: unknown = id) => ({
  id,
  channel: 'channel-1',
  component: 'lamp',
  property: 'brightness',
  data,
});

describe('fileOutboxStore', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'azulejo-outbox-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('loads what was added and not removed, in order', async () => {
    const path = join(folder, 'order');
    const store = fileOutboxStore(path);
    assert.deepEqual(await store.load(), []);
    await store.save([{ add: report(1) }, { add: report(2) }, { add: report(3) }]);
    await store.save([{ remove: 2 }, { add: report(4) }]);
    await store.close?.();
    assert.deepEqual(await fileOutboxStore(path).load(), [report(1), report(3), report(4)]);
  });

  it('ignores a line that a crash left incomplete, and continues after it', async () => {
    const path = join(folder, 'torn');
    const store = fileOutboxStore(path);
    await store.load();
    await store.save([{ add: report(1) }]);
    await appendFile(path, '{"add":{"id":2,"cha');
    await store.save([{ add: report(3) }]);
    await store.close?.();
    assert.deepEqual(await fileOutboxStore(path).load(), [report(1), report(3)]);
  });

  it('rewrites the file when most of it is delivered', async () => {
    const path = join(folder, 'compact');
    const store = fileOutboxStore(path);
    await store.load();
    const text = 'x'.repeat(100_000);
    for (let id = 1; id <= 60; id += 1) await store.save([{ add: report(id, text) }, { remove: id - 1 }]);
    assert.ok((await stat(path)).size < 2_000_000);
    assert.deepEqual(await fileOutboxStore(path).load(), [report(60, text)]);
    await store.close?.();
  });

  it('creates a file that only its owner can read', { skip: process.platform === 'win32' }, async () => {
    const path = join(folder, 'private');
    const store = fileOutboxStore(path);
    await store.load();
    await store.save([{ add: report(1) }]);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    await store.close?.();
  });
});
