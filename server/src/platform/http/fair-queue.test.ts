import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { advanceUntil, manualClock } from '../testing/manual-clock.ts';
import { createFairQueue } from './fair-queue.ts';

/** Creates a queue on a clock that only work advances, and records what was started, in order. */
function scene(maxWaiting = 1_000) {
  const timers = manualClock();
  const started: string[] = [];
  const queue = createFairQueue({ maxWaiting, timers });
  const add = (name: string, costMs: number, network = name) => {
    const end = queue.add(network, name, () => {
      started.push(name);
      timers.advance({ ms: costMs });
      end?.();
    });
    return end;
  };
  return { add, started };
}

const times = (count: number, work: () => unknown) => Array.from({ length: count }, work);

describe('createFairQueue', () => {
  it('serves two keys alternately when one has more requests waiting', async () => {
    const { add, started } = scene();
    times(20, () => add('many', 0.1));
    times(2, () => add('few', 0.1));
    await nextTurn();
    assert.deepEqual(started.slice(0, 4), ['many', 'few', 'many', 'few']);
  });

  it('starts fewer requests of a key per tick when they are expensive', async () => {
    const { add, started } = scene();
    times(300, () => add('heavy', 15));
    const perTurn: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const before = started.length;
      await nextTurn();
      perTurn.push(started.length - before);
    }
    assert.ok((perTurn[0] ?? 0) > 10, `${perTurn}`);
    assert.equal(perTurn.at(-1), 1, `${perTurn}`);
    add('light', 0.1);
    await nextTurn();
    await nextTurn();
    assert.ok(started.slice(-3).includes('light'), 'does not wait for the remaining requests of others');
  });

  it('refuses a request of a key that has the maximum number waiting', async () => {
    const { add, started } = scene(5);
    times(5, () => assert.ok(add('a', 0)));
    assert.equal(add('a', 0), undefined);
    assert.ok(add('b', 0));
    await nextTurn();
    assert.equal(started.length, 6);
    assert.ok(add('a', 0));
  });

  it('gives a network with many accounts the share of four accounts', async () => {
    const { add, started } = scene();
    for (let account = 0; account < 40; account += 1)
      times(5, () => add(`account ${account}`, 0.1, 'crowded'));
    times(5, () => add('alone', 0.1));
    await nextTurn();
    const served = started.flatMap((name, index) => (name === 'alone' ? [index] : []));
    assert.deepEqual(served.slice(0, 3), [4, 9, 14]);
    const crowd = started.filter((name) => name !== 'alone');
    assert.equal(new Set(crowd.slice(0, 20)).size, 20, 'its accounts are served, too');
  });

  it('gives an account one share when its requests come from many networks', async () => {
    const { add, started } = scene();
    for (let network = 0; network < 20; network += 1) add('everywhere', 0.1, `network ${network}`);
    times(3, () => add('alone', 0.1));
    await nextTurn();
    assert.deepEqual(started.slice(0, 6), times(3, () => ['everywhere', 'alone']).flat());
  });

  it('refuses a request of a network that has the maximum of four accounts waiting', async () => {
    const { add } = scene(5);
    const accounts = Array.from({ length: 20 }, (_, index) => `account ${index}`);
    for (const name of accounts) assert.ok(add(name, 0, 'crowded'));
    assert.equal(add('another', 0, 'crowded'), undefined);
    assert.ok(add('elsewhere', 0));
    await nextTurn();
    assert.ok(add('another', 0, 'crowded'));
  });

  it('starts more requests of a key when its running requests wait for something else', async () => {
    const clock = manualClock();
    // Each look at the time takes 10 ms.
    const monotonic = () => {
      clock.advance({ ms: 10 });
      return clock.monotonic();
    };
    let started = 0;
    const queue = createFairQueue({ maxWaiting: 1_000, timers: { monotonic, setTimer: clock.setTimer } });
    const all = Promise.withResolvers<void>();
    times(100, () =>
      queue.add('network', 'polling', () => {
        started += 1;
        if (started === 100) all.resolve();
      }),
    );
    await advanceUntil(clock, all.promise, { ms: 10 });
  });
});
