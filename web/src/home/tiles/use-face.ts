import type { Channel, Tile } from '@azulejo/contract';
import {
  type Address,
  type Preferences,
  type RenderedTile,
  renderTile,
  valueKey,
  valuesOfTile,
} from '@azulejo/sdk';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { IDLE, type WriteStatus } from '../../tiles/write-status.ts';
import { keyOf } from '../live/address.ts';
import { values, writes } from '../live/live-home.ts';
import { currentTick, watchTicks } from '../live/ticks.ts';

/** A tile's current face: a pending write is shown optimistically, and marked as pending. */
export type Face = {
  readonly tile: RenderedTile;
  readonly status: WriteStatus;
  /** Whether the device did not answer the last request. */
  readonly isSilent: boolean;
  /** When it was rendered, in milliseconds since 1970. */
  readonly now: number;
};

/**
 * Returns the tile's current face, and renders again when it changes. `written` are the properties whose
 * writes the tile shows.
 */
export function useFace(
  tile: Tile,
  channel: Channel | undefined,
  written: readonly Address[],
  { units, locale }: Preferences,
): Face {
  const read = useMemo(
    () => createFaceReader(tile, channel, written, { units, locale }),
    [tile, channel, written, units, locale],
  );
  const watch = useCallback((listener: () => void) => read.watch(listener), [read]);
  return useSyncExternalStore(watch, read.get);
}

const nameOf = ({ id, label }: Tile): RenderedTile => ({ id, label, slots: [], severity: 'normal' });

/**
 * Creates a reader of a tile's face. It returns the same object until something that the tile shows changes.
 */
export function createFaceReader(
  tile: Tile,
  channel: Channel | undefined,
  written: readonly Address[],
  preferences: Preferences,
) {
  const shown = (channel ? valuesOfTile(tile, channel) : []).map((each) => ({
    name: valueKey(each.component, each.property),
    key: keyOf({ channel: tile.channel, ...each }),
  }));
  const shownKeys = shown.map(({ key }) => key);
  const writtenKeys = [...new Set([...shownKeys, ...written.map(keyOf)])];
  let inputs: readonly unknown[] = [];
  let face: Face | undefined;

  /** Returns whether the face depends on the time: an open door shows the minutes. */
  const isTimed = () => face?.tile.dueAt !== undefined || face?.tile.condition?.kind === 'open';
  const look = () => [
    isTimed() ? currentTick() : 0,
    ...shownKeys.map(values.get),
    ...writtenKeys.map(writes.status),
  ];

  function draw(): Face {
    const now = Date.now();
    const data = new Map<string, unknown>();
    const since = new Map<string, number>();
    let isSilent = false;
    for (const { name, key } of shown) {
      const status = writes.status(key);
      const value = values.get(key);
      if (status.state === 'pending') data.set(name, status.data);
      else if (value) data.set(name, value.data);
      if (value) since.set(name, value.since);
      isSilent ||= value?.isStale === true;
    }
    return {
      tile: channel ? renderTile(tile, channel, data, preferences, { now, since }) : nameOf(tile),
      status: writtenKeys.map(writes.status).find(({ state }) => state !== 'idle') ?? IDLE,
      isSilent,
      now,
    };
  }

  return {
    get: (): Face => {
      const next = look();
      if (!face || next.some((input, index) => input !== inputs[index])) {
        face = draw();
        inputs = look();
      }
      return face;
    },
    watch: (listener: () => void) => {
      const stops = [
        watchTicks(listener),
        ...shownKeys.map((key) => values.watch(key, listener)),
        ...writtenKeys.map((key) => writes.watch(key, listener)),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
