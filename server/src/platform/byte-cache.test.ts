import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createByteCache } from './byte-cache.ts';

/** Creates a cache of about ten entries of 100 bytes, and records the keys that were made. */
function setUp(validUntil = Number.POSITIVE_INFINITY) {
  const cache = createByteCache(1050);
  const made: string[] = [];
  const get = (key: string, now = 0) =>
    cache.get(key, now, async () => {
      made.push(key);
      return { bytes: Buffer.alloc(100), revision: `${made.length}-x`, validUntil };
    });
  return { get, made };
}

describe('createByteCache', () => {
  it('makes a missing entry once', async () => {
    const { get, made } = setUp();
    const [first, second] = [await get('a'), await get('a')];
    assert.equal(second, first);
    await get('b');
    assert.deepEqual(made, ['a', 'b']);
  });

  it('makes an entry once for concurrent callers', async () => {
    const { get, made } = setUp();
    const all = await Promise.all([get('a'), get('a'), get('b'), get('a')]);
    assert.deepEqual(made, ['a', 'b']);
    assert.deepEqual([all[1], all[3]], [all[0], all[0]]);
    assert.notEqual(all[2], all[0]);
  });

  it('makes an entry again from the moment it expires', async () => {
    const { get, made } = setUp(1000);
    await get('a', 0);
    await get('a', 999);
    assert.deepEqual(made, ['a']);
    await get('a', 1000);
    assert.deepEqual(made, ['a', 'a']);
  });

  it('evicts the least recently used entry when the cache is full', async () => {
    const { get, made } = setUp();
    for (let index = 0; index < 10; index += 1) await get(String(index));
    await get('0');
    await get('10');
    made.length = 0;
    await get('0');
    assert.deepEqual(made, [], 'used lately');
    await get('1');
    assert.deepEqual(made, ['1'], 'let go');
  });

  it('rejects concurrent callers when making an entry fails, and does not cache the failure', async () => {
    const cache = createByteCache(1000);
    const fail = (): never => {
      throw new Error('no');
    };
    const failed = await Promise.allSettled([cache.get('a', 0, fail), cache.get('a', 0, fail)]);
    assert.ok(failed.every(({ status }) => status === 'rejected'));
    const bytes = Buffer.from('x');
    const made = await cache.get('a', 0, async () => ({ bytes, revision: '1-x', validUntil: 1 }));
    assert.equal(made.bytes, bytes);
  });
});
