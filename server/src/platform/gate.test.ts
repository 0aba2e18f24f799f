import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createGate } from './gate.ts';

it('runs so many at once, in the order of arrival, and refuses a key that fills the queue', async () => {
  const gate = createGate({ atOnce: 1, maxWaiting: 3, maxWaitingPerKey: 2 });
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const work = (name: string, done: Promise<void> = Promise.resolve()) =>
    gate(name.slice(0, 1), async () => {
      order.push(name);
      await done;
    });
  const running = [work('a1', first.promise), work('a2'), work('b1')];
  running.push(work('a3'));
  await assert.rejects(work('a4'), { kind: 'unavailable' });
  await assert.rejects(work('c1'), { kind: 'unavailable' }, 'the queue is full for all');
  assert.deepEqual(order, ['a1']);
  first.resolve();
  await Promise.all(running);
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'a3']);
  await work('a5');
});

it('goes on after work that failed', async () => {
  const gate = createGate({ atOnce: 1, maxWaiting: 1, maxWaitingPerKey: 1 });
  const failed = gate('a', () => Promise.reject(new Error('no')));
  const next = gate('b', async () => 'yes');
  await assert.rejects(failed, /no/);
  assert.equal(await next, 'yes');
});
