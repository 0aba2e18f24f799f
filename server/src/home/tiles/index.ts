export { matchTiles } from './carry-over.ts';
export { tilesFeature } from './feature.ts';
export { toWireGroup } from './group.ts';
export type { TileGroups } from './groups.ts';
export { prepareMarkHome, prepareRaiseHomeRevision, raiseHomeRevision } from './home-revision.ts';
export { createShownTiles } from './shown-tiles.ts';
export type { StoredTile } from './tile.ts';
export type { Tiles } from './tiles.ts';
