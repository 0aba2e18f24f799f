import type { PortalSeries } from '@azulejo/contract';
import type { Portal } from '@azulejo/sdk/portal';
import { type QueryClient, queryOptions } from '@tanstack/react-query';

export type Range = '1h' | '24h';

export const rangeMs = { '1h': 3_600_000, '24h': 86_400_000 } as const;
/** Interval of polling, which is that of new samples. */
const refreshMs = { '1h': 5_000, '24h': 60_000 } as const;

/** Loads a series, and then only the samples since the last response. */
export const seriesQuery = (portal: Portal, queries: QueryClient, range: Range) =>
  queryOptions({
    queryKey: ['series', range],
    queryFn: async ({ signal, queryKey }): Promise<PortalSeries> => {
      const known = queries.getQueryData<PortalSeries>(queryKey);
      const after = known?.times.at(-1);
      const news = await portal.monitoring.series(
        { range, ...(after !== undefined && { after }) },
        { signal },
      );
      // Another server answered, or the same one after a restart: all its samples are loaded.
      if (known && news.started !== known.started) return portal.monitoring.series({ range }, { signal });
      return known ? joined(known, news, rangeMs[range]) : news;
    },
    refetchInterval: refreshMs[range],
  });

/** Appends new samples and removes those out of range. */
function joined(known: PortalSeries, news: PortalSeries, length: number): PortalSeries {
  const times = [...known.times, ...news.times];
  const gone = times.findIndex((at) => at > news.now - length);
  const from = gone === -1 ? times.length : gone;
  return Object.fromEntries(
    Object.entries(news).map(([name, value]) => {
      const before = known[name as keyof PortalSeries];
      return Array.isArray(value) && Array.isArray(before)
        ? [name, [...before, ...value].slice(from)]
        : [name, value];
    }),
  ) as PortalSeries;
}
