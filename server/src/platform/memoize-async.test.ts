import assert from 'node:assert/strict';
import { it } from 'node:test';
import { memoizeAsync } from './memoize-async.ts';

it('memoizeAsync makes the value of each key once for concurrent and later callers', async () => {
  const made: string[] = [];
  const get = memoizeAsync(async (key) => {
    made.push(key);
    return { key };
  });
  const [first, second, other] = await Promise.all([get('a'), get('a'), get('b')]);
  assert.equal(first, second);
  assert.equal(await get('a'), first);
  assert.deepEqual(other, { key: 'b' });
  assert.deepEqual(made, ['a', 'b']);
});

it('memoizeAsync rejects all concurrent callers when it fails, and does not cache the failure', async () => {
  let tries = 0;
  const get = memoizeAsync(async () => {
    tries += 1;
    if (tries === 1) throw new Error('no');
    return tries;
  });
  const first = await Promise.allSettled([get('a'), get('a')]);
  assert.deepEqual(
    first.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(await get('a'), 2);
});
