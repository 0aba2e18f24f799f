export type { StoredTile } from './tile.ts';
export { createTiles, type Tiles } from './tiles.ts';
export { tileHandlers } from './tiles-routes.ts';
