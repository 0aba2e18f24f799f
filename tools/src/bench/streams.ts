import { once } from 'node:events';
import { get as request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Context } from './context.ts';
import type { Homes } from './home.ts';
import { ME } from './hot-reads.ts';
import type { PlatformProcess } from './platform-process.ts';
import { loadRead, WARM_MS } from './reads.ts';
import type { Figure } from './report.ts';
import { median } from './rounds.ts';

/** The limit of open streams per home. */
const STREAMS_PER_READER = 30;
const SETTLE_MS = 3_000;
/** Long enough for the periodic work of streams: checks every 3 s and keep-alives every 15 s. */
const IDLE_MS = 15_000;
const ROUNDS = 3;
const READ_MS = 1_000;

/**
 * Measures the CPU time of an idle event stream per second, compared with that of one read of a profile, so
 * that the result does not depend on the speed of the machine.
 */
export async function streams(context: Context): Promise<Figure[]> {
  const { platform, homes } = await context.small();
  await loadRead(platform.url, homes, ME, WARM_MS);
  await using opened = await openStreams(platform.url, homes);
  await setTimeout(SETTLE_MS);
  const idle: number[] = [];
  const reads: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const perMs = await cpuWhile(platform, () => setTimeout(IDLE_MS / ROUNDS));
    idle.push((perMs * 1000) / opened.count);
    const before = await platform.cpuMs();
    const { perSecond } = await loadRead(platform.url, homes, ME, READ_MS);
    reads.push(((await platform.cpuMs()) - before) / (perSecond * (READ_MS / 1000)));
  }
  const [measured, baseline] = [median(idle), median(reads)];
  return [
    {
      bench: 'streams',
      name: 'CPU per second of an idle stream, to one GET users/me',
      unit: 'ms',
      measured,
      baseline,
      ratio: measured / baseline,
      aim: { of: 'ratio', is: 'at most', value: 0.5 },
    },
  ];
}

/** Returns the platform's CPU time in ms per millisecond of `wait`. */
async function cpuWhile(platform: PlatformProcess, wait: () => Promise<unknown>): Promise<number> {
  const before = await platform.cpuMs();
  const began = performance.now();
  await wait();
  return ((await platform.cpuMs()) - before) / (performance.now() - began);
}

async function openStreams(url: string, { readers }: Homes): Promise<AsyncDisposable & { count: number }> {
  const opened = readers.flatMap(({ token }) =>
    Array.from({ length: STREAMS_PER_READER }, () =>
      request(`${url}/v3/users/me/events`, {
        agent: false,
        headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
      }),
    ),
  );
  await Promise.all(
    opened.map(async (each) => {
      const [response] = await once(each, 'response');
      if (response.statusCode !== 200) throw new Error(`A stream is answered ${response.statusCode}.`);
      response.resume();
      each.on('error', () => undefined);
    }),
  );
  return {
    count: opened.length,
    async [Symbol.asyncDispose]() {
      for (const each of opened) each.destroy();
    },
  };
}
