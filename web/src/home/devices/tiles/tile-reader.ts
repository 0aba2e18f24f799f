import type { Channel, Component, Property, Tile } from '@azulejo/contract';
import { addressKey, isWritable, propertiesOf } from '@azulejo/model';
import {
  type Address,
  type DisplayPreferences,
  type RenderedTile,
  renderTile,
  valueKey,
  valuesOfTile,
} from '@azulejo/sdk';
import { activeDictionary } from '../../../languages/dictionary.ts';
import { IDLE, type WriteStatus } from '../../../tiles/write-status.ts';
import type { LiveHome } from '../../data/live/live-home.ts';

/** A tile's current snapshot: a pending write is shown optimistically, and marked as pending. */
export type TileSnapshot = {
  readonly tile: RenderedTile;
  readonly status: WriteStatus;
  /** Whether the device did not answer the last request. */
  readonly isSilent: boolean;
  /** When it was rendered, in milliseconds since 1970. */
  readonly now: number;
};

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
 * Creates a reader of a tile's snapshot. It returns the same object until something that the tile shows changes.
 */
export function createTileReader(
  { values, writes, ticks }: Pick<LiveHome, 'values' | 'writes' | 'ticks'>,
  tile: Tile,
  channel: Channel | undefined,
  preferences: DisplayPreferences,
) {
  const shown = (channel ? valuesOfTile(tile, channel) : []).map((each) => ({
    name: valueKey(each.component, each.property),
    key: addressKey({ channel: tile.channel, ...each }),
  }));
  const shownKeys = shown.map(({ key }) => key);
  const written = channel ? mainActionsOf(tile, channel).map((part) => addressOf(tile, part)) : [];
  const writtenKeys = [...new Set([...shownKeys, ...written.map(addressKey)])];
  let inputs: readonly unknown[] = [];
  let snapshot: TileSnapshot | undefined;

  /** Returns whether the snapshot depends on the time: an open door shows the minutes. */
  const isTimed = () => snapshot?.tile.dueAt !== undefined || snapshot?.tile.condition?.kind === 'open';
  const look = () => [
    isTimed() ? ticks.current() : 0,
    ...shownKeys.map(values.get),
    ...writtenKeys.map(writes.status),
  ];

  function draw(): TileSnapshot {
    const now = Date.now();
    const { data, since, isSilent } = currentValues({ values, writes }, shown);
    return {
      tile: channel
        ? renderTile(tile, channel, data, { ...preferences, words: activeDictionary() }, { now, since })
        : nameOf(tile),
      status: writtenKeys.map(writes.status).find(({ state }) => state !== 'idle') ?? IDLE,
      isSilent,
      now,
    };
  }

  return {
    get: (): TileSnapshot => {
      const next = look();
      if (!snapshot || next.some((input, index) => input !== inputs[index])) {
        snapshot = draw();
        inputs = look();
      }
      return snapshot;
    },
    watch: shareWatch((notify) => [
      ticks.watch(() => isTimed() && notify()),
      ...shownKeys.map((key) => values.watch(key, notify)),
      ...writtenKeys.map((key) => writes.watch(key, notify)),
    ]),
  };
}

type Stop = () => void;

/** Returns a function that adds a listener. All share what `follow` begins for the first and ends after the last. */
function shareWatch(follow: (notify: () => void) => readonly Stop[]): (listener: () => void) => Stop {
  const listeners = new Set<() => void>();
  let stops: readonly Stop[] = [];
  const notify = () => {
    for (const listener of [...listeners]) listener();
  };
  return (listener) => {
    if (listeners.size === 0) stops = follow(notify);
    listeners.add(listener);
    return () => {
      if (listeners.delete(listener) && listeners.size === 0) for (const stop of stops) stop();
    };
  };
}

export type TileReader = ReturnType<typeof createTileReader>;

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

/** A main property of a device, with the tile's component that has it. */
type Part = { readonly component: Component; readonly property: Property };

const addressOf = ({ channel }: Tile, { component, property }: Part): Address => ({
  channel,
  component: component.id,
  property: property.id,
});

/** Returns what can be changed from the tile, most important first. */
function mainActionsOf(tile: Tile, channel: Channel): readonly Part[] {
  const ids = new Set(tile.components.map(({ id }) => id));
  return channel.components
    .filter(({ id }) => ids.has(id))
    .flatMap((component) =>
      propertiesOf(channel, component)
        .filter((property) => isWritable(property) && property.mainActionPriority > 0)
        .map((property) => ({ component, property })),
    )
    .toSorted((one, other) => one.property.mainActionPriority - other.property.mainActionPriority);
}
