import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertUnharmed, waitsDuring } from './bystanders.ts';

describe('waitsDuring and assertUnharmed', () => {
  it('measures waits until the concurrent work has ended', async () => {
    let requested = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    const { count } = await waitsDuring(
      async () => {
        requested += 1;
        if (requested === 50) resolve();
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

  const quiet = { diagnostic: () => undefined };
  const baseline = { count: 200, p50: 20, p99: 200, max: 300 };

  it('fails the assertion when the p99 grows by more than the allowed ratio', () => {
    assertUnharmed(quiet, baseline, { ...baseline, p99: 600 });
    assert.throws(() => assertUnharmed(quiet, baseline, { ...baseline, p99: 601 }), /3\.0 times as long/);
  });

  it('fails the assertion when the median grows, although the p99 is noise', () => {
    assertUnharmed(quiet, baseline, { ...baseline, p50: 75 });
    assert.throws(() => assertUnharmed(quiet, baseline, { ...baseline, p50: 76 }), /p50/);
  });

  it('fails the assertion when a single wait took more than a second', () => {
    assertUnharmed(quiet, baseline, { ...baseline, max: 1_000 });
    assert.throws(() => assertUnharmed(quiet, baseline, { ...baseline, max: 1_001 }), /1001 ms/);
  });

  it('prints what others waited', () => {
    const lines: string[] = [];
    assertUnharmed({ diagnostic: (line) => void lines.push(line) }, baseline, { ...baseline, p99: 300 });
    assert.deepEqual(lines, [
      "others' p50: 20.0 → 20.0 ms",
      "others' p99: 200.0 → 300.0 ms",
      "others' max: 300.0 → 300.0 ms",
    ]);
  });
});
