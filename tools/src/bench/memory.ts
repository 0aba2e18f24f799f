import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { linkBundled, stagePackage } from '../package/stage.ts';
import type { Context } from './context.ts';
import { ME, TILES } from './hot-reads.ts';
import { startPlatform } from './platform-process.ts';
import { readOnce } from './reads.ts';
import type { Figure } from './report.ts';
import { median } from './rounds.ts';

/** The jobs that begin soon after the start have run by then. */
const SETTLE_MS = 3_000;
const FIRST_STARTS = 2;
/** One start takes about as long as two rounds of other benches. */
const ROUNDS_A_START = 2;
const MEGABYTE = 1_000_000;
/** How often the list and the profile are read, like a user who opens an app a few times. */
const FEW_READS = 20;

/** Measures the resident memory of the package `azulejo`, which operators run, without the demo home. */
export async function memory(context: Context): Promise<Figure[]> {
  await using disposables = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'azulejo-package-'));
  disposables.defer(() => rm(folder, { recursive: true, force: true }));
  linkBundled(folder, await stagePackage(folder));
  const program = [join(folder, 'bin', 'azulejo.cjs'), 'start'];

  const first: number[] = [];
  for (let round = 0; round < FIRST_STARTS; round += 1) {
    await using platform = await startPlatform(await context.empty(), program);
    await setTimeout(SETTLE_MS);
    first.push((await platform.memory()) / MEGABYTE);
  }
  const { place, homes } = await context.prepared();
  const idle: number[] = [];
  const used: number[] = [];
  for (let round = 0; round < context.pace.rounds / ROUNDS_A_START; round += 1) {
    await using platform = await startPlatform(place, program);
    await setTimeout(SETTLE_MS);
    idle.push((await platform.memory()) / MEGABYTE);
    for (let turn = 0; turn < FEW_READS; turn += 1) {
      for (const read of [TILES, ME]) await readOnce(platform.url, homes, read);
    }
    used.push((await platform.memory()) / MEGABYTE);
  }
  return [
    figure('memory after the first start', first, 180),
    figure('memory after a later start', idle, 150),
    figure(`memory after ${2 * FEW_READS} reads`, used, 150),
  ];
}

const figure = (name: string, values: readonly number[], value: number): Figure => ({
  bench: 'memory',
  name,
  unit: 'MB',
  measured: median(values),
  aim: { of: 'measured', is: 'at most', value },
});
