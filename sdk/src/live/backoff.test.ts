import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoffMs } from './backoff.ts';

test('backoff is random up to a limit that doubles with each attempt, and at most 30 s', () => {
  const limits = [0, 1, 2, 5, 6, 7, 1_000].map((attempt) => backoffMs(attempt, () => 1));
  assert.deepEqual(limits, [500, 1_000, 2_000, 16_000, 30_000, 30_000, 30_000]);
  assert.equal(
    backoffMs(5, () => 0),
    0,
  );
  assert.equal(
    backoffMs(1, () => 0.25),
    250,
  );
});
