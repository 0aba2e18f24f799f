import type { Portal } from '@azulejo/sdk/portal';
import { infiniteQueryOptions } from '@tanstack/react-query';

/** The filter in the page’s URL, which can be shared. Days are in this browser’s time zone. */
export type Filter = { action?: string; actor?: string; target?: string; from?: string; until?: string };

const NAMES = ['action', 'actor', 'target', 'from', 'until'] as const;

export const readFilter = (search: Record<string, unknown>): Filter =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the time of a day; the last day is included as a whole. */
function timeOf(day: string | undefined, daysLater = 0): string | undefined {
  if (day === undefined || !DAY.test(day)) return undefined;
  const midnight = new Date(`${day}T00:00`);
  midnight.setDate(midnight.getDate() + daysLater);
  return midnight.toISOString();
}

/** Returns the filter of the request. */
export function inputOf({ from, until, ...filter }: Filter) {
  const [begin, end] = [timeOf(from), timeOf(until, 1)];
  return { ...filter, ...(begin && { from: begin }), ...(end && { until: end }) };
}

export const auditQuery = (portal: Portal, filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', filter],
    queryFn: ({ pageParam }) =>
      portal.auditLog.list({ ...inputOf(filter), ...(pageParam !== null && { after: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
