import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { coalescePerTick, currentTick } from './coalesce-per-tick.ts';

it('coalescePerTick looks up once for all calls in one tick, and again in the next', async () => {
  const coalesce = coalescePerTick<number>();
  let count = 0;
  const find = async () => ++count;
  assert.deepEqual(
    await Promise.all([coalesce('a', find), coalesce('a', find), coalesce('b', find)]),
    [1, 1, 2],
  );
  assert.equal(await coalesce('a', find), 1, 'a promise that settled in this tick counts for it');
  await setImmediate();
  assert.equal(await coalesce('a', find), 3);
});

it('coalescePerTick does not share a look-up that began in an earlier tick', async () => {
  const coalesce = coalescePerTick<string>();
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = coalesce('a', () => promise);
  await setImmediate();
  assert.equal(await coalesce('a', async () => 'second'), 'second');
  resolve('first');
  assert.equal(await first, 'first');
});

it('coalescePerTick shares a slow look-up with earlier arrivals but not with later ones', async () => {
  const coalesce = coalescePerTick<string>();
  const queued = currentTick();
  await setImmediate();
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = coalesce('a', () => promise, queued);
  await setImmediate();
  const later = currentTick();
  assert.equal(
    coalesce('a', async () => 'another', queued),
    first,
  );
  resolve('first');
  assert.equal(await first, 'first');
  assert.equal(await coalesce('a', async () => 'another', later), 'another');
});

it('coalescePerTick does not keep a failure beyond its tick', async () => {
  const coalesce = coalescePerTick<string>();
  await assert.rejects(coalesce('a', () => Promise.reject(new Error('no'))));
  await setImmediate();
  assert.equal(await coalesce('a', async () => 'yes'), 'yes');
});
