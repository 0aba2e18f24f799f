import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createChanges } from './changes.ts';
import type { Change } from './types.ts';

it('emits a current change after one that was stamped while the platform’s clock was a day ahead', () => {
  const taken: unknown[] = [];
  const changes = createChanges({ emit: (_name: string, change: unknown) => void taken.push(change) });
  const change = (data: number, aheadMs: number): Change => ({
    channel: 'c',
    component: 'light',
    property: 'level',
    data,
    timestamp: new Date(Date.now() + aheadMs).toISOString().replace('Z', '+0000'),
  });
  const [ahead, now, older] = [change(1, 24 * 3600_000), change(2, 0), change(3, -1000)];
  for (const each of [ahead, now, older]) changes.apply(each);
  assert.deepEqual(taken, [ahead, now]);
});
