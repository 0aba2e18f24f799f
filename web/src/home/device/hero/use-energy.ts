import type { Channel, Component, Property } from '@azulejo/contract';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../session/session.ts';
import { type BarKind, barPeriod, barsOf } from './energy-bars.ts';

const MAX_POINTS = 400;
const REFRESH_MS = 5 * 60_000;

/** Loads how much a meter counted in each hour, day or month. */
export function useEnergy(
  channel: Channel,
  component: Component,
  property: Property | undefined,
  kind: BarKind,
) {
  const { client } = useSession();
  const { from, to } = barPeriod(kind, Date.now());
  return useQuery({
    queryKey: ['energy', channel.id, component.id, property?.id, kind, from],
    queryFn: async ({ signal }) => {
      const { elements } = await client.values.history(
        {
          channel_id: channel.id,
          component_id: component.id,
          property_id: property?.id ?? '',
          from: String(from),
          to: String(to),
          interval: kind === 'hour' ? '1h' : '1d',
          tz: new Intl.DateTimeFormat().resolvedOptions().timeZone,
          page_size: MAX_POINTS,
        },
        { signal },
      );
      return barsOf(kind, barPeriod(kind, from), elements);
    },
    enabled: property !== undefined,
    refetchInterval: REFRESH_MS,
  });
}
