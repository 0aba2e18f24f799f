import type { Client } from '@azulejo/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../data/session/session.ts';

const HOUR_MS = 3_600_000;
const HOURS = 24;
const REFRESH_MS = 5 * 60_000;

type Place = { readonly component: string; readonly property: string };

/** A meter's last 24 hours: the power of each hour. */
export type MeterDay = {
  readonly hours: readonly { readonly at: number; readonly value: number }[];
  /** When the first hour began, in epoch milliseconds. */
  readonly from: number;
};

/** Loads the power of a meter's last 24 hours while its tile is in sight, at most once an hour. */
export function useMeterDay(
  channel: string,
  power: Place | undefined,
  isInSight: boolean,
): MeterDay | undefined {
  const { client } = useSession();
  const to = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  const { data } = useQuery({
    queryKey: ['history', channel, 'day of a meter', to],
    queryFn: ({ signal }) => (power ? readDay(client, channel, power, to, signal) : undefined),
    enabled: isInSight && power !== undefined,
    staleTime: HOUR_MS,
    retry: false,
    placeholderData: (earlier) => earlier,
  });
  return data;
}

async function readDay(
  client: Client,
  channel: string,
  { component, property }: Place,
  to: number,
  signal: AbortSignal,
): Promise<MeterDay> {
  const from = to - HOURS * HOUR_MS;
  const { elements } = await client.values.history(
    {
      channel_id: channel,
      component_id: component,
      property_id: property,
      page_size: HOURS,
      from: String(from),
      to: String(to),
      interval: '1h',
    },
    { signal },
  );
  const hours = elements.flatMap(({ timestamp, value }) =>
    typeof value === 'number' ? [{ at: Date.parse(timestamp), value }] : [],
  );
  return { hours: hours.toReversed(), from };
}

/** Loads what a device counted since midnight in kWh, again every few minutes; undefined if it is not known. */
export function useMeterToday(channel: string, isEnabled: boolean): number | undefined {
  const { client } = useSession();
  const { data } = useQuery({
    queryKey: ['energy', 'today', channel, new Date().toDateString()],
    // The rule of days and their sums is needed by few tiles, and not for the first paint.
    queryFn: async ({ signal }) => (await import('./read-today.ts')).readToday(client, channel, signal),
    enabled: isEnabled,
    refetchInterval: REFRESH_MS,
    retry: false,
  });
  return data ?? undefined;
}
