import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createPauses } from './short-turns.ts';

const hold = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end; );
};

it('lets others run between the parts of long work, and not after each short part', async () => {
  const pause = createPauses();
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  for (let part = 0; part < 1_000; part += 1) await pause();
  const afterShort = turns;
  for (let part = 0; part < 5; part += 1) {
    hold(11);
    await pause();
  }
  clearImmediate(next);
  assert.ok(afterShort <= 1, `${afterShort} turns`);
  assert.ok(turns - afterShort >= 4, `${turns - afterShort} turns`);
});
