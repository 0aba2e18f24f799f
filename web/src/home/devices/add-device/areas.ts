import type { TileGroup } from '@azulejo/contract';

/** Returns the areas of devices, without nested groups and the person's own context. */
export const areasOf = (groups: readonly TileGroup[]): TileGroup[] =>
  groups.filter(({ parent, kind }) => !parent && kind !== 'context');
