export { matchTiles } from './carry-over.ts';
export { toWireGroup } from './group.ts';
export { createTileGroups, type TileGroups } from './groups.ts';
export { tileGroupHandlers } from './groups-routes.ts';
export { raiseHomeRevision } from './home-revision.ts';
export { createShownTiles } from './shown-tiles.ts';
export type { StoredTile } from './tile.ts';
export { createTiles, type Tiles } from './tiles.ts';
export { tileHandlers } from './tiles-routes.ts';
