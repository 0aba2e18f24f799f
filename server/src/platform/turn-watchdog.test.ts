import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginWork, type LongTurn, watchTurns } from './turn-watchdog.ts';

/** Holds the event loop. */
function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Returns the next long turn while `work` is done. */
async function longTurnOf(work: () => void): Promise<LongTurn> {
  const { promise, resolve } = Promise.withResolvers<LongTurn>();
  using _watching = watchTurns(resolve);
  work();
  // The timer of the watchdog does not keep a process running.
  const alive = setInterval(() => {}, 1_000);
  const turn = await promise;
  clearInterval(alive);
  return turn;
}

test('names the handler that holds the event loop, among others of the same turn', async () => {
  const { ms, handlers } = await longTurnOf(() => {
    beginWork('a quick one')();
    const end = beginWork('a slow one');
    block(120);
    end();
    beginWork('another quick one')();
  });
  assert.deepEqual(handlers, ['a slow one']);
  assert.ok(ms > 50);
});

test('names the running handlers when work that went on after a wait holds the event loop', async () => {
  const turn = await longTurnOf(() => {
    const end = beginWork('a waiting one');
    // A few checks later, the handler goes on without having been noted.
    setTimeout(() => {
      block(120);
      end();
    }, 100);
  });
  assert.deepEqual(turn.handlers, ['a waiting one']);
});
