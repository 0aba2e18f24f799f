import type { Client } from '@azulejo/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.ts';

const HOUR_MS = 3_600_000;
const HOURS = 24;

type Place = { readonly component: string; readonly property: string };
type Meter = {
  readonly channel: string;
  readonly power: Place | undefined;
  readonly energy: Place | undefined;
};

/** A meter's last 24 hours: the power of each hour, and what its counter showed at midnight. */
export type MeterDay = {
  readonly hours: readonly { readonly at: number; readonly value: number }[];
  /** When the first hour began, in epoch milliseconds. */
  readonly from: number;
  readonly midnight?: number | undefined;
};

/** Loads a meter's last 24 hours while its tile is in sight, at most once an hour and one request after the other. */
export function useMeterDay(meter: Meter, isInSight: boolean): MeterDay | undefined {
  const { client } = useSession();
  const to = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  const { data } = useQuery({
    queryKey: ['history', meter.channel, 'day of a meter', to],
    queryFn: ({ signal }) => readDay(client, meter, to, signal),
    enabled: isInSight && (meter.power !== undefined || meter.energy !== undefined),
    staleTime: HOUR_MS,
    retry: false,
    placeholderData: (earlier) => earlier,
  });
  return data;
}

async function readDay(
  client: Client,
  { channel, power, energy }: Meter,
  to: number,
  signal: AbortSignal,
): Promise<MeterDay> {
  const from = to - HOURS * HOUR_MS;
  const read = async (
    { component, property }: Place,
    input: { from?: string; to: string; interval?: string },
    size: number,
  ) =>
    (
      await client.values.history(
        { channel_id: channel, component_id: component, property_id: property, page_size: size, ...input },
        { signal },
      )
    ).elements.flatMap(({ timestamp, value }) =>
      typeof value === 'number' ? [{ at: Date.parse(timestamp), value }] : [],
    );
  const hours = power ? await read(power, { from: String(from), to: String(to), interval: '1h' }, HOURS) : [];
  const midnight = new Date().setHours(0, 0, 0, 0);
  const before = energy ? await read(energy, { to: String(midnight) }, 1) : [];
  return { hours: hours.toReversed(), from, midnight: before[0]?.value };
}
