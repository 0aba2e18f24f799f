export { tilesFeature } from './feature.ts';
export { toWireGroup } from './group.ts';
export type { TileGroups } from './groups.ts';
export { matchTiles } from './migrate-tiles.ts';
export type { StoredTile } from './tile.ts';
export type { Tiles } from './tiles.ts';
export { createVisibleTiles } from './visible-tiles.ts';
