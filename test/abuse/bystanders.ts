import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';

/**
 * Response times of well-behaved clients, in ms. While other programs have the machine, time passes in which
 * this process does not run. So a wait is at most the processor time of all threads of this process, which runs
 * both the server and its clients.
 */
export type Waits = { readonly count: number; readonly p50: number; readonly p99: number };

/** Waits below this many ms are noise of the machine: ratios divide by at least this number. */
const NOISE_MS = 150;
const MIN_SAMPLES = 200;

/**
 * Repeats `ask`, `parallel` calls at a time, until `meanwhile` has ended and there are `minSamples` samples.
 * Rejects when a call fails, because well-behaved clients must be served in full.
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
      const used = process.cpuUsage();
      await ask();
      const { user, system } = process.cpuUsage(used);
      waits.push(Math.min(performance.now() - asked, (user + system) / 1_000));
    }
  };
  await Promise.all([over, ...Array.from({ length: parallel }, askRepeatedly)]);
  waits.sort((a, b) => a - b);
  return { count: waits.length, p50: quantile(waits, 0.5), p99: quantile(waits, 0.99) };
}

/** Asserts that the p99 under load is at most `maxRatio` times the p99 at rest, both of the same run. */
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
