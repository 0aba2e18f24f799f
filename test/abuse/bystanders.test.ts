import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertUnharmed, waitsDuring } from './bystanders.ts';

describe('waitsDuring and assertUnharmed', () => {
  it('measures waits until the concurrent work has ended', async () => {
    let asked = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    const { count } = await waitsDuring(
      async () => {
        asked += 1;
        if (asked === 50) resolve();
      },
      promise,
      { parallel: 2, minSamples: 10 },
    );
    assert.ok(count >= 50);
  });

  it('rejects when a request fails', async () => {
    await assert.rejects(
      waitsDuring(() => Promise.reject(new Error('503'))),
      /503/,
    );
  });

  it('fails the assertion when the p99 grows by more than the allowed ratio', () => {
    const atRest = { count: 200, p50: 2, p99: 200 };
    assertUnharmed(atRest, { count: 200, p50: 2, p99: 600 });
    assert.throws(() => assertUnharmed(atRest, { count: 200, p50: 2, p99: 601 }), /3\.0 times as long/);
  });
});
