import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLimiter } from './limiter.ts';

type Limits = Parameters<typeof createLimiter>[0];

/** Creates a limiter whose only slot is taken until `open` is called, and records the order of later work. */
async function closedGate(limits: Omit<Limits, 'maxConcurrent'>) {
  const limiter = createLimiter({ maxConcurrent: 1, ...limits });
  const order: string[] = [];
  const { promise, resolve: open } = Promise.withResolvers<void>();
  void limiter('first', () => promise);
  /** The first letter is the key. */
  const enter = (name: string, account?: string) =>
    limiter({ key: name.slice(0, 1), account }, async () => void order.push(name));
  return { enter, open, order };
}

describe('createLimiter', () => {
  it('serves the keys round robin, and each key in the order of arrival', async () => {
    const { enter, open, order } = await closedGate({ maxWaiting: 9, maxWaitingPerKey: 9 });
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => enter(name));
    open();
    await Promise.all(all);
    assert.deepEqual(order, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('rejects with unavailable when too many wait for one key', async () => {
    const { enter, open } = await closedGate({ maxWaiting: 9, maxWaitingPerKey: 2 });
    const all = ['a1', 'a2', 'b1'].map((name) => enter(name));
    await assert.rejects(enter('a3'), { kind: 'unavailable' });
    open();
    await Promise.all(all);
    await enter('a4');
  });

  it('rejects with too_many_requests when too many wait for one account over all keys', async () => {
    const { enter, open } = await closedGate({ maxWaiting: 9, maxWaitingPerKey: 9, maxWaitingPerAccount: 2 });
    const all = [enter('a1', 'ana'), enter('b1', 'ana'), enter('c1', 'rui')];
    await assert.rejects(enter('d1', 'ana'), { kind: 'too_many_requests' });
    open();
    await Promise.all(all);
    await enter('d2', 'ana');
  });

  it('drops the newest entry of the longest key when the queue is full', async () => {
    const { enter, open, order } = await closedGate({ maxWaiting: 3, maxWaitingPerKey: 3 });
    const kept = [enter('a1'), enter('a2')];
    const dropped = assert.rejects(enter('a3'), { kind: 'unavailable' });
    kept.push(enter('b1'));
    await dropped;
    await assert.rejects(enter('b2'), { kind: 'unavailable' }, 'no key is longer than this one would be');
    open();
    await Promise.all(kept);
    assert.deepEqual(order, ['a1', 'b1', 'a2']);
  });

  it('runs the next work after one that failed', async () => {
    const limiter = createLimiter({ maxConcurrent: 1, maxWaiting: 1, maxWaitingPerKey: 1 });
    const failed = limiter('a', () => Promise.reject(new Error('no')));
    const next = limiter('b', async () => 'yes');
    await assert.rejects(failed, /no/);
    assert.equal(await next, 'yes');
  });
});
