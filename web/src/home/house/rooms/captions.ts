import type { Tile } from '@azulejo/contract';

export type Captioned = { readonly name: 'climate' | 'lights' | 'safety'; readonly tiles: readonly Tile[] };

const LIGHTS =
  /^(light-bulb|color-light|white-light|dimmer|plug|socket|multi-socket|switch|button|fan|air-purifier)$/;
const SAFETY =
  /^(lock|siren|smoke|smoke-alarm|gas|gas-alarm|carbon-monoxide|carbon-monoxide-alarm|leak|leak-sensor)$/;
/** Fewer tiles than this are found at a glance. */
const MIN_TILES = 5;

function nameOf({ components: [first] }: Tile): Captioned['name'] {
  if (LIGHTS.test(first?.type ?? '')) return 'lights';
  return SAFETY.test(first?.type ?? '') ? 'safety' : 'climate';
}

/**
 * Returns the tiles of a room by what they are for, in the order of each one's first tile. Undefined for a room
 * with few tiles, or of one kind, which needs no captions.
 */
export function captionsOf(tiles: readonly Tile[]): readonly Captioned[] | undefined {
  if (tiles.length < MIN_TILES) return undefined;
  const parts = [...Map.groupBy(tiles, nameOf)].map(([name, found]) => ({ name, tiles: found }));
  return parts.length > 1 ? parts : undefined;
}
