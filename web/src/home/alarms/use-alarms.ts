import type { Tile } from '@azulejo/contract';
import { valueKey } from '@azulejo/model';
import { type Condition, mayAlarm } from '@azulejo/sdk';
import { useMemo, useSyncExternalStore } from 'react';
import { useLiveHome } from '../live/live-home.ts';
import { useHome } from '../live/use-home.ts';
import { createFaceReader, type Face } from '../tiles/use-face.ts';
import { alarmText } from './alarm-text.ts';

export type Alarm = {
  /** Stays the same while the alarm lasts. */
  readonly key: string;
  readonly condition: Condition;
  readonly tile: Tile;
  /** For example `Smoke in the kitchen`. */
  readonly text: string;
};

/** Returns the alarms of the whole home, the most recent first, whatever part of it is visible. */
export function useAlarms(): readonly Alarm[] {
  const live = useLiveHome();
  const { tiles, channels, groups } = useHome();
  const reader = useMemo(() => {
    const watched = tiles.flatMap((tile) => {
      const channel = channels.get(tile.channel);
      return channel && mayAlarm(tile, channel) ? [{ tile, channel }] : [];
    });
    return createReader(watched.map(({ tile, channel }) => createFaceReader(live, tile, channel, [], {})));
  }, [live, tiles, channels]);
  const faces = useSyncExternalStore(reader.watch, reader.get);
  return useMemo(() => {
    const byId = new Map(tiles.map((tile) => [tile.id, tile]));
    const alarms = faces.flatMap(({ tile: { id, condition } }) => {
      const tile = byId.get(id);
      if (!tile || !condition) return [];
      const key = valueKey(tile.channel, condition.component, condition.property);
      return [{ key, condition, tile, text: alarmText(condition, tile, groups) }];
    });
    // Alarms are deduplicated, because a device may have several tiles.
    return [...new Map(alarms.map((alarm) => [alarm.key, alarm])).values()].toSorted(
      (one, other) => (other.condition.since ?? 0) - (one.condition.since ?? 0),
    );
  }, [faces, tiles, groups]);
}

type FaceReader = ReturnType<typeof createFaceReader>;

/** Creates a reader of the faces that show an alarm. It returns the same list until one of them changes. */
function createReader(readers: readonly FaceReader[]) {
  let last: readonly Face[] = [];
  return {
    get: (): readonly Face[] => {
      const next = readers.map(({ get }) => get()).filter(({ tile }) => tile.severity === 'alarm');
      if (next.length !== last.length || next.some((face, index) => face !== last[index])) last = next;
      return last;
    },
    watch: (listener: () => void) => {
      const stops = readers.map(({ watch }) => watch(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
