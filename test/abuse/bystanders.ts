import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';

/** What people who do nothing wrong wait for their answers, in ms. */
export type Waits = { readonly count: number; readonly p50: number; readonly p99: number };

/** Below this a wait is noise of the machine, not harm: ratios are taken of at least so many ms. */
const NOISE_MS = 150;
const MIN_SAMPLES = 200;

/**
 * Asks again and again, `parallel` questions at once, until `meanwhile` ends and enough answers came. A question that is
 * not answered as expected rejects: those who do nothing wrong are served in full.
 */
export async function waitsDuring(
  ask: () => Promise<void>,
  meanwhile: Promise<unknown> = Promise.resolve(),
  { parallel = 2, minSamples = MIN_SAMPLES } = {},
): Promise<Waits> {
  const waits: number[] = [];
  let hasEnded = false;
  const over = meanwhile.finally(() => {
    hasEnded = true;
  });
  const askRepeatedly = async () => {
    while (!hasEnded || waits.length < minSamples) {
      const asked = performance.now();
      await ask();
      waits.push(performance.now() - asked);
    }
  };
  await Promise.all([over, ...Array.from({ length: parallel }, askRepeatedly)]);
  waits.sort((a, b) => a - b);
  return { count: waits.length, p50: quantile(waits, 0.5), p99: quantile(waits, 0.99) };
}

/** Holds the p99 under load against the one at rest of the same run. */
export function assertUnharmed(atRest: Waits, underLoad: Waits, maxRatio = 3): void {
  const ratio = underLoad.p99 / Math.max(atRest.p99, NOISE_MS);
  assert.ok(
    ratio <= maxRatio,
    `others waited ${ratio.toFixed(1)} times as long (p99 ${atRest.p99.toFixed(1)} ms at rest, ${underLoad.p99.toFixed(1)} ms under load)`,
  );
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
