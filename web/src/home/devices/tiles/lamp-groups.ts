import type { Preferences, Tile } from '@azulejo/contract';
import { MAX_LAMP_GROUPS } from '@azulejo/contract/limits';
import { useMemo } from 'react';
import { useHome } from '../../data/live/use-home.ts';
import { usePreferencesDocument } from '../../person/preferences/use-preferences.ts';

/** A group of lamps as the preferences store it. */
export type LampGroup = NonNullable<Preferences['lamp_groups']>[number];

/** A tile that represents several lamps, at the place of the first of them. */
export type GroupTile = Tile & { readonly lamps: readonly Tile[] };

const LAMPS: ReadonlySet<unknown> = new Set(['light-bulb', 'color-light', 'white-light', 'dimmer']);

/** Returns whether the tile is that of a lamp, which can be turned on and off. */
export const isLampTile = ({ components, actions }: Tile): boolean =>
  LAMPS.has(components[0]?.type) && actions[0]?.type === 'tri-state' && actions[0].options.icon !== 'lock';

export const isGroup = (tile: Tile): tile is GroupTile => 'lamps' in tile;

/**
 * Returns the groups whose lamps the home still has, some of them at least. Another application may have written
 * something else. A lamp belongs to the first group that names it.
 */
export function groupTilesIn(stored: unknown, tiles: readonly Tile[]): readonly GroupTile[] {
  if (!Array.isArray(stored)) return [];
  const free = new Map(tiles.filter(isLampTile).map((tile) => [tile.id, tile]));
  return stored
    .filter(isLampGroup)
    .slice(0, MAX_LAMP_GROUPS)
    .flatMap(({ id, name, tiles: ids }) => {
      const lamps = ids.flatMap((each) => free.get(each) ?? []);
      for (const lamp of lamps) free.delete(lamp.id);
      const [first] = lamps;
      return first ? [{ ...first, id, label: name, photoUrl: '/images/', lamps }] : [];
    });
}

function isLampGroup(value: unknown): value is LampGroup {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name, tiles } = value as Partial<LampGroup>;
  return typeof id === 'string' && typeof name === 'string' && Array.isArray(tiles);
}

/** Returns the tiles with each group in the place of the first of its lamps. */
export function withGroups(tiles: readonly Tile[], groups: readonly GroupTile[]): readonly Tile[] {
  if (groups.length === 0) return tiles;
  const groupOf = new Map(groups.flatMap((group) => group.lamps.map(({ id }) => [id, group])));
  const isFirst = (tile: Tile, group: GroupTile) => group.lamps[0]?.id === tile.id;
  return tiles.flatMap((tile) => {
    const group = groupOf.get(tile.id);
    if (!group) return [tile];
    return isFirst(tile, group) ? [group] : [];
  });
}

/** Returns the tiles of the person's groups of lamps. */
export function useGroupTiles(): readonly GroupTile[] {
  const { tiles } = useHome();
  const { lamp_groups: stored } = usePreferencesDocument();
  return useMemo(() => groupTilesIn(stored, tiles), [stored, tiles]);
}
