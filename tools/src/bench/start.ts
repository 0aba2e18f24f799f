import { setTimeout } from 'node:timers/promises';
import type { Context } from './context.ts';
import { ME, TILES } from './hot-reads.ts';
import { startPlatform } from './platform-process.ts';
import { readOnce } from './reads.ts';
import type { Figure } from './report.ts';
import { median } from './rounds.ts';

const SETTLE_MS = 500;
/** One start takes about as long as two rounds of other benches. */
const ROUNDS_A_START = 2;
const MEGABYTE = 1_000_000;
/** How often the list and the profile are read, like a user who opens an app a few times. */
const FEW_READS = 20;

/**
 * Measures the time from process start to the first response, on an existing data
 * directory, and the memory after it.
 */
export async function start(context: Context): Promise<Figure[]> {
  const { place, homes } = await context.prepared();
  const times: number[] = [];
  const idle: number[] = [];
  const used: number[] = [];
  for (let round = 0; round < context.pace.rounds / ROUNDS_A_START; round += 1) {
    await using platform = await startPlatform(place);
    times.push(platform.startedMs);
    await setTimeout(SETTLE_MS);
    idle.push((await platform.memory()) / MEGABYTE);
    for (let turn = 0; turn < FEW_READS; turn += 1) {
      for (const read of [TILES, ME]) await readOnce(platform.url, homes, read);
    }
    used.push((await platform.memory()) / MEGABYTE);
  }
  const memory = (name: string, values: readonly number[]): Figure => ({
    bench: 'start',
    name,
    unit: 'MB',
    measured: median(values),
    aim: { of: 'measured', is: 'at most', value: 150 },
  });
  return [
    {
      bench: 'start',
      name: 'start to first answer',
      unit: 'ms',
      measured: median(times),
      aim: { of: 'measured', is: 'at most', value: 1000 },
    },
    memory('memory after the start', idle),
    memory(`memory after ${2 * FEW_READS} reads`, used),
  ];
}
