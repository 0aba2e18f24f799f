import { execFileSync } from 'node:child_process';
import { root } from '../root.ts';
import type { Context } from './context.ts';
import { startPlatform } from './platform-process.ts';
import type { Figure } from './report.ts';
import { median } from './rounds.ts';

/** One start takes about as long as two rounds of other benches. */
const ROUNDS_A_START = 2;
/** What `npm start` runs: it compiles the server of a checkout when its sources changed, and starts it. */
const COMPILE = ['server/start.cjs', 'tools/src/build-server.ts'];
const START = ['server/bin/azulejo.cjs', 'start'];

/** Measures the time from process start to the first response, on an existing data directory. */
export async function start(context: Context): Promise<Figure[]> {
  const { place } = await context.prepared();
  execFileSync(process.execPath, COMPILE, { cwd: root, stdio: 'inherit' });
  const times: number[] = [];
  for (let round = 0; round < context.pace.rounds / ROUNDS_A_START; round += 1) {
    await using platform = await startPlatform(place, START);
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
