import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTurns } from './fair-turns.ts';

/** Turns on a clock that only work moves, and what was started, in its order. */
function scene(maxWaiting = 1_000) {
  let now = 0;
  const started: string[] = [];
  const turns = createTurns({ maxWaiting, now: () => now });
  const add = (name: string, costMs: number) => {
    const end = turns.add(name, () => {
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

  it('go on with a key whose requests wait for something else', async () => {
    let now = 0;
    let started = 0;
    const turns = createTurns({ maxWaiting: 1_000, now: () => (now += 10) });
    const all = Promise.withResolvers<void>();
    times(100, () =>
      turns.add('polling', () => {
        started += 1;
        if (started === 100) all.resolve();
      }),
    );
    await all.promise;
  });
});
