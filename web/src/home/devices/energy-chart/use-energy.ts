import type { EnergyCounter } from '@azulejo/contract';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../data/session/session.ts';
import { type Bar, type BarKind, barsOf } from './bars.ts';

const REFRESH_MS = 5 * 60_000;

export type EnergyQuestion = {
  readonly kind: BarKind;
  readonly from: number;
  readonly to: number;
  /** Restricts the result to the device with this channel id. */
  readonly channel?: string;
  /** Restricts the result to the area with this id. */
  readonly group?: string;
};

/** The energy that was used in a period. */
export type EnergyOf = {
  readonly bars: readonly Bar[];
  readonly counters: readonly EnergyCounter[];
  readonly currency: string | undefined;
};

/** Loads what the home, a room or a device used, by hour, day or month. */
export function useEnergy({ kind, from, to, channel, group }: EnergyQuestion) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['energy', kind, from, to, channel, group],
    queryFn: async ({ signal }): Promise<EnergyOf> => {
      const { bars, counters, currency } = await client.energy.read(
        {
          user_id: 'me',
          interval: kind,
          from: String(from),
          to: String(to),
          tz: new Intl.DateTimeFormat().resolvedOptions().timeZone,
          ...(channel === undefined ? {} : { channel }),
          ...(group === undefined ? {} : { group }),
        },
        { signal },
      );
      return { bars: barsOf(bars, to), counters, currency };
    },
    refetchInterval: REFRESH_MS,
  });
}
