import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { oncePerTurn } from './once-per-turn.ts';

it('looks once for all who ask in one turn, and anew in the next', async () => {
  const together = oncePerTurn<number>();
  let count = 0;
  const find = async () => ++count;
  assert.deepEqual(
    await Promise.all([together('a', find), together('a', find), together('b', find)]),
    [1, 1, 2],
  );
  assert.equal(await together('a', find), 1, 'who waited for the first is still in its turn');
  await setImmediate();
  await setImmediate();
  assert.equal(await together('a', find), 3);
});

it('lets all wait for a slow look-up, and who asks a turn after it looks anew', async () => {
  const together = oncePerTurn<string>();
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = together('a', () => promise);
  await setImmediate();
  const second = together('a', async () => 'second');
  resolve('first');
  assert.deepEqual(await Promise.all([first, second]), ['first', 'first']);
  await setImmediate();
  await setImmediate();
  assert.equal(await together('a', async () => 'third'), 'third');
});

it('does not keep a failure beyond its turn', async () => {
  const together = oncePerTurn<string>();
  const fail = () => Promise.reject(new Error('no'));
  await assert.rejects(together('a', fail));
  await setImmediate();
  await setImmediate();
  assert.equal(await together('a', async () => 'yes'), 'yes');
});
