import type { Channel } from '@azulejo/contract';
import type { Client } from '@azulejo/sdk';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useSession } from '../../data/session/session.ts';
import { intervalMs, intervalOf, type Period } from '../../kit/formats/period.ts';
import { type Sample, samplesOf, type Track } from './history-track.ts';

export type TrackHistory = { readonly track: Track; readonly samples: readonly Sample[] };

const MAX_CHANGES = 1_000;
const MAX_INTERVALS = 400;

/** Loads the properties' values in the period, and at its beginning. */
export function useTracks(channel: Channel, tracks: readonly Track[], period: Period) {
  const { client } = useSession();
  return useQueries({
    queries: tracks.map((track) => ({
      queryKey: ['history', channel.id, track.key, period.from, period.to],
      queryFn: ({ signal }: { signal: AbortSignal }) => read(client, channel.id, track, period, signal),
      placeholderData: keepPreviousData,
      staleTime: 30_000,
    })),
    combine: (results) => ({
      histories: tracks.flatMap((track, index): TrackHistory[] => {
        const samples = results[index]?.data;
        return samples ? [{ track, samples }] : [];
      }),
      isLoading: results.some(({ isPending }) => isPending),
      error: results.find(({ error }) => error)?.error,
      retry: () => {
        for (const { error, refetch } of results) if (error) void refetch();
      },
    }),
  });
}

/** Returns the time zone of the calendar that is shown. */
const timeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

async function read(
  client: Client,
  channelId: string,
  { component, property, isNumber, isHeld }: Track,
  period: Period,
  signal: AbortSignal,
): Promise<Sample[]> {
  const address = { channel_id: channelId, component_id: component.id, property_id: property.id };
  const ask = async (input: {
    from?: string;
    to: string;
    interval?: string;
    tz?: string;
    page_size: number;
  }) => (await client.values.history({ ...address, ...input }, { signal })).elements;
  const range = { from: String(period.from), to: String(period.to) };
  // A property that rarely changes has few values in a day or week, so each is loaded with its own time.
  const isWhole = (isHeld || !isNumber) && (period.kind === 'day' || period.kind === 'week');
  const within = isWhole
    ? samplesOf(await ask({ ...range, page_size: MAX_CHANGES }), undefined)
    : samplesOf(
        await ask({ ...range, interval: intervalOf(period), tz: timeZone(), page_size: MAX_INTERVALS }),
        isNumber ? intervalMs(period) : undefined,
      );
  if (isNumber && !isHeld) return within;
  const before = await ask({ to: String(period.from), page_size: 1 });
  return [...before.map(({ value }) => ({ at: period.from, value, band: null })), ...within];
}
