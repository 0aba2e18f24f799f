import { infiniteQueryOptions } from '@tanstack/react-query';
import { portal } from '../portal.ts';

/** As it stands in the page’s address, so that it can be sent to somebody. Days are of this browser’s time. */
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

/** The last day is meant whole. */
function timeOf(day: string | undefined, daysLater = 0): string | undefined {
  if (day === undefined || !DAY.test(day)) return undefined;
  const midnight = new Date(`${day}T00:00`);
  midnight.setDate(midnight.getDate() + daysLater);
  return midnight.toISOString();
}

/** What the platform is asked for. */
export function inputOf({ from, until, ...filter }: Filter) {
  const [begin, end] = [timeOf(from), timeOf(until, 1)];
  return { ...filter, ...(begin && { from: begin }), ...(end && { until: end }) };
}

export const auditQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', filter],
    queryFn: ({ pageParam }) =>
      portal.auditLog.list({ ...inputOf(filter), ...(pageParam !== null && { after: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
