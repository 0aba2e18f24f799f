import type { Channel, Tile } from '@azulejo/contract';
import { addressKey } from '@azulejo/model';
import {
  type Address,
  type DisplayPreferences,
  type RenderedTile,
  renderTile,
  valueKey,
  valuesOfTile,
} from '@azulejo/sdk';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { activeWords } from '../../languages/words.ts';
import { IDLE, type WriteStatus } from '../../tiles/write-status.ts';
import { type LiveHome, useLiveHome } from '../live/live-home.ts';

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
  { units, locale }: DisplayPreferences,
): Face {
  const live = useLiveHome();
  const read = useMemo(
    () => createFaceReader(live, tile, channel, written, { units, locale }),
    [live, tile, channel, written, units, locale],
  );
  const watch = useCallback((listener: () => void) => read.watch(listener), [read]);
  return useSyncExternalStore(watch, read.get);
}

/** Returns the tile before its channel is loaded, with the same elements as afterwards. */
const nameOf = ({ id, label, actions }: Tile): RenderedTile => ({
  id,
  label,
  slots: [],
  state: [],
  isPressable: actions[0]?.type === 'tri-state',
  severity: 'normal',
});

/**
 * Creates a reader of a tile's face. It returns the same object until something that the tile shows changes.
 */
export function createFaceReader(
  { values, writes, ticks }: Pick<LiveHome, 'values' | 'writes' | 'ticks'>,
  tile: Tile,
  channel: Channel | undefined,
  written: readonly Address[],
  preferences: DisplayPreferences,
) {
  const shown = (channel ? valuesOfTile(tile, channel) : []).map((each) => ({
    name: valueKey(each.component, each.property),
    key: addressKey({ channel: tile.channel, ...each }),
  }));
  const shownKeys = shown.map(({ key }) => key);
  const writtenKeys = [...new Set([...shownKeys, ...written.map(addressKey)])];
  let inputs: readonly unknown[] = [];
  let face: Face | undefined;

  /** Returns whether the face depends on the time: an open door shows the minutes. */
  const isTimed = () => face?.tile.dueAt !== undefined || face?.tile.condition?.kind === 'open';
  const look = () => [
    isTimed() ? ticks.current() : 0,
    ...shownKeys.map(values.get),
    ...writtenKeys.map(writes.status),
  ];

  function draw(): Face {
    const now = Date.now();
    const { data, since, isSilent } = currentValues({ values, writes }, shown);
    return {
      tile: channel
        ? renderTile(tile, channel, data, { ...preferences, words: activeWords() }, { now, since })
        : nameOf(tile),
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
        ticks.watch(listener),
        ...shownKeys.map((key) => values.watch(key, listener)),
        ...writtenKeys.map((key) => writes.watch(key, listener)),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** Returns the tile's values by name, a pending write in place of the value that it changes. */
function currentValues(
  { values, writes }: Pick<LiveHome, 'values' | 'writes'>,
  shown: readonly { readonly name: string; readonly key: string }[],
) {
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
  return { data, since, isSilent };
}
