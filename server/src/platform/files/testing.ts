import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Files } from './index.ts';

const A_SECOND_AND_A_BIT = 1100;

export async function namesIn(files: Files): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of files.list()) names.push(name);
  return names.toSorted();
}

/** Tests what every store of files does. */
export function testFiles(name: string, open: () => Promise<AsyncDisposable & { files: Files }>): void {
  describe(`files in ${name}`, () => {
    it('returns the bytes that were put, and nothing for other names', async () => {
      await using place = await open();
      const { files } = place;
      const bytes = Buffer.from([0, 255, 10, 13]);
      await files.put('a.png', bytes);
      assert.deepEqual(await files.get('a.png'), bytes);
      assert.equal(await files.get('b.png'), undefined);
      assert.equal(await files.find('b.png'), undefined);
      for (const foreign of ['../a.png', 'a', 'a.png?x=1', '.half.part', 'ä.png', ''])
        assert.equal(await files.get(foreign), undefined);
      await assert.rejects(files.put('../a.png', bytes), /is not a file name of ours/);
    });

    it('lists all files, also beyond one page', async () => {
      await using place = await open();
      const { files } = place;
      const names = Array.from({ length: 1_003 }, (_, index) => `f${String(index).padStart(4, '0')}.jpg`);
      for (let start = 0; start < names.length; start += 50)
        await Promise.all(names.slice(start, start + 50).map((each) => files.put(each, Buffer.from('x'))));
      assert.deepEqual(await namesIn(files), names);
    });

    it('removes a file as it was listed, and keeps one that was put again since', async () => {
      await using place = await open();
      const { files } = place;
      await files.put('a.png', Buffer.from('a'));
      await files.put('b.png', Buffer.from('b'));
      const [a, b] = [await files.find('a.png'), await files.find('b.png')];
      assert.ok(a && b);
      await files.remove(a);
      await files.remove({ ...b, putAt: b.putAt - A_SECOND_AND_A_BIT });
      assert.deepEqual(await namesIn(files), ['b.png']);
      await files.remove(a);
    });

    it('renews the time of a file that is put again', async () => {
      await using place = await open();
      const { files } = place;
      const before = Date.now() - A_SECOND_AND_A_BIT;
      await files.put('a.png', Buffer.from('a'));
      const first = await files.find('a.png');
      await files.put('a.png', Buffer.from('a'));
      const second = await files.find('a.png');
      assert.ok(first && second && first.putAt > before && second.putAt >= first.putAt);
      for await (const { putAt } of files.list())
        assert.equal(Math.floor(putAt / 1000), Math.floor(second.putAt / 1000));
    });
  });
}
