import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AzulejoError } from '../errors.ts';
import { iterateChanges } from './change-iterator.ts';
import { createChanges } from './changes.ts';
import { createListeners } from './listeners.ts';
import type { Change, ChangesOptions } from './types.ts';

const change = (channel: string, second: number): Change => ({
  channel,
  component: 'component',
  property: 'property',
  data: second,
  timestamp: `2026-01-02T03:04:0${second}.000+0000`,
});

async function all(iterator: AsyncIterable<Change>): Promise<Change[]> {
  const changes: Change[] = [];
  for await (const each of iterator) changes.push(each);
  return changes;
}

function source({ keeps = false } = {}) {
  const listeners = createListeners({ keeps });
  const changes = createChanges(listeners);
  const { promise: closed, resolve: close } = Promise.withResolvers<AzulejoError | undefined>();
  const iterate = (options: ChangesOptions = {}) => iterateChanges({ changes, listeners, closed }, options);
  return { changes, close, iterate };
}

test('yields changes in order, both awaited and queued ones', async () => {
  const { changes, iterate, close } = source();
  const iterator = iterate();
  const waited = iterator.next();
  for (const second of [1, 2, 3]) changes.apply(change('a', second));
  assert.deepEqual(await waited, { value: change('a', 1), done: false });
  close(undefined);
  assert.deepEqual(await all(iterator), [change('a', 2), change('a', 3)]);
});

test('yields only the changes of the requested channels', async () => {
  const { changes, iterate, close } = source();
  const iterator = iterate({ channels: ['b'] });
  for (const channel of ['a', 'b', 'c']) changes.apply(change(channel, 1));
  close(undefined);
  assert.deepEqual(await all(iterator), [change('b', 1)]);
});

test('yields the last known values first and once with `initial`', async () => {
  const { changes, iterate, close } = source({ keeps: true });
  for (const second of [1, 2]) changes.apply(change('a', second));
  const iterator = iterate({ initial: true });
  changes.apply(change('a', 3));
  close(undefined);
  assert.deepEqual(await all(iterator), [{ ...change('a', 2), snapshot: true }, change('a', 3)]);
});

test('yields changes before the first listener only to that listener, when they are buffered', async () => {
  const { changes, iterate, close } = source({ keeps: true });
  changes.apply(change('a', 1));
  const [first, second] = [iterate(), iterate()];
  close(undefined);
  assert.deepEqual(await all(first), [change('a', 1)]);
  assert.deepEqual(await all(second), []);
});

test('stops listening when the loop is left, even while it waits', async () => {
  const { changes, iterate } = source();
  const iterator = iterate();
  const waiting = iterator.next();
  await iterator.return?.();
  assert.deepEqual(await waiting, { value: undefined, done: true });
  changes.apply(change('a', 1));
  assert.deepEqual(await iterator.next(), { value: undefined, done: true });
});

test('yields the queued changes and then throws when the session ends', async () => {
  const { changes, iterate, close } = source();
  const iterator = iterate();
  changes.apply(change('a', 1));
  close(new AzulejoError('SessionEnded', 'over'));
  assert.equal((await iterator.next()).value?.data, 1);
  await assert.rejects(iterator.next(), { name: 'SessionEnded' });
});
