import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSerializer } from './serialize-by-key.ts';

test('runs work with one key in the order of the calls, also after a failure', async () => {
  const serialize = createSerializer();
  const steps: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = serialize('lamp', async () => {
    steps.push('first begins');
    await gate.promise;
    steps.push('first ends');
    throw new Error('broken');
  });
  const second = serialize('lamp', async () => {
    steps.push('second');
    return 2;
  });
  assert.equal(await serialize('plug', async () => 'other keys do not wait'), 'other keys do not wait');
  assert.deepEqual(steps, ['first begins']);
  gate.resolve();
  await assert.rejects(first, /broken/);
  assert.equal(await second, 2);
  assert.deepEqual(steps, ['first begins', 'first ends', 'second']);
});
