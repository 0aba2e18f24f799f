import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTurns } from './fair-turns.ts';

/** Turns on a clock that only work moves, and what was started, in its order. */
function scene(maxWaiting = 1_000) {
  let now = 0;
  const started: string[] = [];
  const turns = createTurns({ maxWaiting, now: () => now });
  const add = (name: string, costMs: number, network = name) => {
    const end = turns.add(network, name, () => {
      started.push(name);
      now += costMs;
      end?.();
    });
    return end;
  };
  return { add, started };
}

const times = (count: number, work: () => unknown) => Array.from({ length: count }, work);

describe('turns', () => {
  it('serve the keys alternately, whichever has more waiting', async () => {
    const { add, started } = scene();
    times(20, () => add('many', 0.1));
    times(2, () => add('few', 0.1));
    await nextTurn();
    assert.deepEqual(started.slice(0, 4), ['many', 'few', 'many', 'few']);
  });

  it('start fewer requests of a key at once when they prove to be expensive', async () => {
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
    assert.ok(started.slice(-3).includes('light'), 'does not wait for what is left of the others');
  });

  it('take no more of a key than may wait', async () => {
    const { add, started } = scene(5);
    times(5, () => assert.ok(add('a', 0)));
    assert.equal(add('a', 0), undefined);
    assert.ok(add('b', 0));
    await nextTurn();
    assert.equal(started.length, 6);
    assert.ok(add('a', 0));
  });

  it('give a network no more than four accounts have, however many it has', async () => {
    const { add, started } = scene();
    for (let account = 0; account < 40; account += 1)
      times(5, () => add(`account ${account}`, 0.1, 'crowded'));
    times(5, () => add('alone', 0.1));
    await nextTurn();
    const served = started.flatMap((name, index) => (name === 'alone' ? [index] : []));
    assert.deepEqual(served.slice(0, 3), [4, 9, 14]);
    const crowd = started.filter((name) => name !== 'alone');
    assert.equal(new Set(crowd.slice(0, 20)).size, 20, 'its accounts have their turns, too');
  });

  it('give an account one share, from however many networks it comes', async () => {
    const { add, started } = scene();
    for (let network = 0; network < 20; network += 1) add('everywhere', 0.1, `network ${network}`);
    times(3, () => add('alone', 0.1));
    await nextTurn();
    assert.deepEqual(started.slice(0, 6), times(3, () => ['everywhere', 'alone']).flat());
  });

  it('take no more of a network than four accounts may have waiting', async () => {
    const { add } = scene(5);
    const accounts = Array.from({ length: 20 }, (_, index) => `account ${index}`);
    for (const name of accounts) assert.ok(add(name, 0, 'crowded'));
    assert.equal(add('another', 0, 'crowded'), undefined);
    assert.ok(add('elsewhere', 0));
    await nextTurn();
    assert.ok(add('another', 0, 'crowded'));
  });

  it('go on with a key whose requests wait for something else', async () => {
    let now = 0;
    let started = 0;
    const turns = createTurns({ maxWaiting: 1_000, now: () => (now += 10) });
    const all = Promise.withResolvers<void>();
    times(100, () =>
      turns.add('network', 'polling', () => {
        started += 1;
        if (started === 100) all.resolve();
      }),
    );
    await all.promise;
  });
});
