import type { Tile } from '@azulejo/contract';
import { MAX_FAVOURITES } from '@azulejo/contract/limits';

/**
 * Returns the favourites that the home has, in the person's order. The ids are as they were stored: a tile may have
 * been removed since, and another application may have written something else.
 */
export function favouritesIn(ids: unknown, tiles: readonly Tile[]): readonly Tile[] {
  if (!Array.isArray(ids)) return [];
  const byId = new Map(tiles.map((tile) => [tile.id, tile]));
  return [...new Set(ids)].flatMap((id) => byId.get(String(id)) ?? []).slice(0, MAX_FAVOURITES);
}

/** Returns the favourites with these tiles at the end, or without them if one is there. */
export function toggled(favourites: readonly Tile[], tiles: readonly Tile[]): readonly Tile[] {
  const ids = new Set(tiles.map(({ id }) => id));
  const others = favourites.filter(({ id }) => !ids.has(id));
  return others.length < favourites.length ? others : [...favourites, ...tiles].slice(0, MAX_FAVOURITES);
}
