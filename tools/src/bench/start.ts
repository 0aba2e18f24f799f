import type { Context } from './context.ts';
import { startPlatform } from './platform-process.ts';
import type { Figure } from './report.ts';
import { median } from './rounds.ts';

/** One start takes about as long as two rounds of other benches. */
const ROUNDS_A_START = 2;

/** Measures the time from process start to the first response, on an existing data directory. */
export async function start(context: Context): Promise<Figure[]> {
  const { place } = await context.prepared();
  const times: number[] = [];
  for (let round = 0; round < context.pace.rounds / ROUNDS_A_START; round += 1) {
    await using platform = await startPlatform(place);
    times.push(platform.startedMs);
  }
  return [
    {
      bench: 'start',
      name: 'start to first answer',
      unit: 'ms',
      measured: median(times),
      aim: { of: 'measured', is: 'at most', value: 1000 },
    },
  ];
}
