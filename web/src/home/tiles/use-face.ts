import type { Channel, Tile } from '@azulejo/contract';
import { type Address, type Preferences, type RenderedTile, renderTile, valueKey } from '@azulejo/sdk';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { IDLE, type WriteStatus } from '../../tiles/write-status.ts';
import { keyOf } from '../live/address.ts';
import { values, writes } from '../live/live-home.ts';
import { ACCESS } from '../live/values.ts';
import { shownOf } from './tile-parts.ts';

/** A tile's face as it is now: a write that is under way is shown as if it were done, and said to be pending. */
export type Face = {
  readonly tile: RenderedTile;
  readonly status: WriteStatus;
  readonly isStale: boolean;
  /** Since when, ISO 8601. */
  readonly since: string | undefined;
};

/** `written` are the properties whose writes the tile tells of. Draws anew when one of what it shows changes. */
export function useFace(
  tile: Tile,
  channel: Channel,
  written: readonly Address[],
  { units, locale }: Preferences,
): Face {
  const read = useMemo(
    () => createReader(tile, channel, written, { units, locale }),
    [tile, channel, written, units, locale],
  );
  const watch = useCallback((listener: () => void) => read.watch(listener), [read]);
  return useSyncExternalStore(watch, read.get);
}

function createReader(tile: Tile, channel: Channel, written: readonly Address[], preferences: Preferences) {
  const shown = shownOf(tile);
  const shownKeys = shown.map(keyOf);
  const accesses = tile.components.map(({ id }) => ({
    channel: channel.id,
    component: id,
    property: ACCESS,
  }));
  const accessKeys = accesses.map(keyOf);
  const writtenKeys = [...new Set([...shown, ...written].map(keyOf))];
  let inputs: readonly unknown[] = [];
  let face: Face | undefined;

  const look = () => [...[...shownKeys, ...accessKeys].map(values.get), ...writtenKeys.map(writes.status)];

  function draw(): Face {
    const known = shown.flatMap((address, index) => {
      const key = shownKeys[index] ?? '';
      const status = writes.status(key);
      const data = status.state === 'pending' ? status.data : values.get(key)?.data;
      return data === undefined ? [] : [[valueKey(address.component, address.property), data] as const];
    });
    const away = accesses.map(values.unreachableSince).find((since) => since !== undefined);
    const silent = shownKeys.map(values.get).find((value) => value?.isStale);
    return {
      tile: renderTile(tile, channel, new Map(known), preferences),
      status: writtenKeys.map(writes.status).find(({ state }) => state !== 'idle') ?? IDLE,
      isStale: away !== undefined || silent !== undefined,
      since: away ?? silent?.timestamp,
    };
  }

  return {
    get: (): Face => {
      const next = look();
      if (!face || next.some((input, index) => input !== inputs[index])) face = draw();
      inputs = next;
      return face;
    },
    watch: (listener: () => void) => {
      const stops = [
        ...[...shownKeys, ...accessKeys].map((key) => values.watch(key, listener)),
        ...writtenKeys.map((key) => writes.watch(key, listener)),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
