import type { Channel, Tile, TileGroup } from '@azulejo/contract';
import { useMemo } from 'react';
import { useHome } from '../../data/live/use-home.ts';

/** One device of the home, with its name and place. */
export type Device = {
  readonly channel: Channel;
  readonly name: string;
  /** One tile for each part that has its own tile; at least one. */
  readonly tiles: readonly Tile[];
  /** The place of its first tile: an area, or an area and a group in it. */
  readonly place: readonly TileGroup[];
};

type Lists = Pick<ReturnType<typeof useHome>, 'channels' | 'tiles' | 'groups'>;

export function useDevice(channelId: string) {
  const home = useHome();
  const device = useMemo(() => deviceOf(channelId, home), [channelId, home]);
  return { device, home };
}

export function deviceOf(channelId: string, { channels, tiles, groups }: Lists): Device | undefined {
  const channel = channels.get(channelId);
  const own = tiles.filter((tile) => tile.channel === channelId);
  const [first] = own;
  if (!channel || !first) return undefined;
  return { channel, tiles: own, name: nameOf(own), place: placeOf(first, groups) };
}

/** Returns the common beginning of the tiles' names: `Desk · Left socket`, `Desk · Right socket`. */
function nameOf(tiles: readonly Tile[]): string {
  const [first = '', ...others] = tiles.map(({ label }) => label);
  const end = first.indexOf(' · ');
  const start = first.slice(0, end);
  return end > 0 && others.length > 0 && others.every((label) => label.startsWith(start)) ? start : first;
}

function placeOf(tile: Tile, groups: readonly TileGroup[]): TileGroup[] {
  const group = groups.find(({ id }) => id === tile.groups[0]);
  const area = group?.parent ? groups.find(({ id }) => id === group.parent) : undefined;
  return [area, group].filter((each) => each !== undefined);
}
