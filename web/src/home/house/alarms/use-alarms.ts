import type { Tile } from '@azulejo/contract';
import { valueKey } from '@azulejo/model';
import type { Condition } from '@azulejo/sdk';
import { useMemo } from 'react';
import { useHome } from '../../data/live/use-home.ts';
import { useTileAlarms } from '../../devices/summary/summary-provider.tsx';
import { alarmText } from './alarm-text.ts';

export type Alarm = {
  /** Stays the same while the alarm lasts. */
  readonly key: string;
  readonly condition: Condition;
  readonly tile: Tile;
  /** Reads, for example, `Smoke in the kitchen`. */
  readonly text: string;
};

/** Returns the alarms of the whole home, the most recent first, whatever part of it is visible. */
export function useAlarms(): readonly Alarm[] {
  const { tiles, groups } = useHome();
  const shown = useTileAlarms();
  return useMemo(() => {
    const byId = new Map(tiles.map((tile) => [tile.id, tile]));
    const alarms = shown.flatMap(({ id, condition }) => {
      const tile = byId.get(id);
      if (!tile) return [];
      const key = valueKey(tile.channel, condition.component, condition.property);
      return [{ key, condition, tile, text: alarmText(condition, tile, groups) }];
    });
    // Alarms are deduplicated, because a device may have several tiles.
    return [...new Map(alarms.map((alarm) => [alarm.key, alarm])).values()].toSorted(
      (one, other) => (other.condition.since ?? 0) - (one.condition.since ?? 0),
    );
  }, [shown, tiles, groups]);
}
