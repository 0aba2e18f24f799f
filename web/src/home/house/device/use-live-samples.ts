import type { Channel } from '@azulejo/contract';
import { addressKey } from '@azulejo/model';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useLiveHome } from '../../data/live/live-home.ts';
import type { Sample, Track } from './history-track.ts';

/**
 * Returns the current value of each property, by the key of its track; a new map when one of them changes.
 */
export function useLiveSamples(channel: Channel, tracks: readonly Track[]): ReadonlyMap<string, Sample> {
  const { values } = useLiveHome();
  const keys = useMemo(
    () =>
      tracks.map(({ key, component, property }) => ({
        key,
        at: addressKey({ channel: channel.id, component: component.id, property: property.id }),
      })),
    [channel.id, tracks],
  );
  const watch = useCallback(
    (listener: () => void) => {
      const ends = keys.map(({ at }) => values.watch(at, listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [keys, values],
  );
  const state = useSyncExternalStore(watch, () =>
    keys.map(({ at }) => values.get(at)?.timestamp ?? '').join(),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values are other ones when their times are
  return useMemo(
    () =>
      new Map(
        keys.flatMap(({ key, at }): [string, Sample][] => {
          const value = values.get(at);
          return value ? [[key, { at: Date.parse(value.timestamp), value: value.data, band: null }]] : [];
        }),
      ),
    [keys, values, state],
  );
}
