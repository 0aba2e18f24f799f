import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createChanges } from './changes.ts';
import type { Change } from './types.ts';

const change = (data: number, aheadMs: number): Change => ({
  channel: 'c',
  component: 'light',
  property: 'level',
  data,
  timestamp: new Date(Date.now() + aheadMs).toISOString().replace('Z', '+0000'),
});

/** Returns which of the changes are emitted. */
function emittedOf(applied: readonly Change[]) {
  const taken: unknown[] = [];
  const changes = createChanges({ emit: (_name: string, each: unknown) => void taken.push(each) });
  for (const each of applied) changes.apply(each);
  return taken;
}

it('emits a current change after one that was stamped while the platform’s clock was a day ahead', () => {
  const [ahead, now, older] = [change(1, 24 * 3600_000), change(2, 0), change(3, -1000)];
  assert.deepEqual(emittedOf([ahead, now, older]), [ahead, now]);
});

it('emits a change once while the clock of the device is an hour slow', () => {
  const [first, second] = [change(1, 3600_000), change(2, 3600_000 + 59_000)];
  assert.deepEqual(emittedOf([first, second, first, second]), [first, second]);
});
