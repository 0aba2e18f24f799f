import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';

/**
 * Response times of well-behaved clients, in ms. While other programs have the machine, time passes in which
 * this process does not run. So a wait is at most the processor time of all threads of this process, which runs
 * both the server and its clients.
 */
export type Waits = {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
};

/** Waits below this many ms are noise of the machine: ratios divide by at least this number. */
const NOISE_MS = { p50: 25, p99: 150 };
/** What no single wait may reach: a write or a read that takes as long stops everybody else. */
const MAX_WAIT_MS = 1_000;
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
      const requested = performance.now();
      const used = process.cpuUsage();
      await ask();
      const { user, system } = process.cpuUsage(used);
      waits.push(Math.min(performance.now() - requested, (user + system) / 1_000));
    }
  };
  await Promise.all([over, ...Array.from({ length: parallel }, askRepeatedly)]);
  waits.sort((a, b) => a - b);
  return {
    count: waits.length,
    p50: quantile(waits, 0.5),
    p99: quantile(waits, 0.99),
    max: waits.at(-1) ?? Number.NaN,
  };
}

type Reporter = { diagnostic(message: string): void };

/**
 * Prints both, and asserts that p50 and p99 under load are at most `maxRatio` times those at rest in the same
 * run, and that no wait was longer than a second.
 */
export function assertUnharmed(
  context: Reporter,
  baseline: Waits,
  underLoad: Waits,
  { maxRatio = 3, noise = NOISE_MS } = {},
): void {
  for (const name of ['p50', 'p99', 'max'] as const)
    context.diagnostic(`others' ${name}: ${baseline[name].toFixed(1)} → ${underLoad[name].toFixed(1)} ms`);
  for (const name of ['p50', 'p99'] as const) {
    const ratio = underLoad[name] / Math.max(baseline[name], noise[name]);
    assert.ok(
      ratio <= maxRatio,
      `others waited ${ratio.toFixed(1)} times as long (${name} ${baseline[name].toFixed(1)} ms at rest, ${underLoad[name].toFixed(1)} ms under load)`,
    );
  }
  // At rest too, the machine may stop this process for a second.
  const bound = Math.max(MAX_WAIT_MS, 2 * baseline.max);
  assert.ok(underLoad.max <= bound, `one of the others waited ${underLoad.max.toFixed(0)} ms`);
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
