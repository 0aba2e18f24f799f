import type { Context } from './context.ts';
import { FEW_USERS } from './home.ts';
import { ME, TILES } from './hot-reads.ts';
import { loadRead, type Read, WARM_MS } from './reads.ts';
import type { Figure } from './report.ts';
import { alternate, summarize } from './rounds.ts';

const MANY_USERS = 100_000;

/** Measures the latency of reads with 100,000 stored users, compared with ten. */
export async function scale(context: Context): Promise<Figure[]> {
  // Both platforms are new, since one that has run for long is faster.
  const small = await context.fresh(FEW_USERS);
  const large = await context.fresh(MANY_USERS);
  const figures: Figure[] = [];
  for (const { name, read } of [
    { name: 'GET tiles', read: TILES },
    { name: 'GET users/me', read: ME },
  ] satisfies { name: string; read: Read }[]) {
    const { slices, ms } = context.pace;
    for (const { platform, homes } of [small, large]) await loadRead(platform.url, homes, read, WARM_MS);
    const pairs = await alternate(
      slices,
      () => loadRead(large.platform.url, large.homes, read, ms),
      () => loadRead(small.platform.url, small.homes, read, ms),
    );
    for (const share of ['p50', 'p99'] as const) {
      figures.push({
        bench: 'scale',
        name: `${name}, ${share}, 100,000 users to 10`,
        unit: 'ms',
        ...summarize(pairs, (result) => result[share]),
        aim: { of: 'ratio', is: 'at most', value: 1.3 },
      });
    }
  }
  return figures;
}
