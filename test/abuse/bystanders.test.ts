import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertUnharmed, waitsDuring } from './bystanders.ts';

describe('waits of bystanders', () => {
  it('are measured until what goes on meanwhile has ended', async () => {
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

  it('reject when a question is not answered', async () => {
    await assert.rejects(
      waitsDuring(() => Promise.reject(new Error('503'))),
      /503/,
    );
  });

  it('fail the assertion when they grow by more than the ratio allows', () => {
    const atRest = { count: 200, p50: 2, p99: 200 };
    assertUnharmed(atRest, { count: 200, p50: 2, p99: 600 });
    assert.throws(() => assertUnharmed(atRest, { count: 200, p50: 2, p99: 601 }), /3\.0 times as long/);
  });
});
