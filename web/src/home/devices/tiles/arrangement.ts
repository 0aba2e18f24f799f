import type { Tile, TileGroup } from '@azulejo/contract';

/** Tiles under one heading. */
export type Section = { readonly group: TileGroup; readonly tiles: readonly Tile[] };
/** An area with its own tiles, and its groups. */
export type Area = Section & { readonly groups: readonly Section[] };

const parentOf = ({ parent }: TileGroup): string => parent ?? '';

/** Arranges the tiles in the person's order, without empty areas and groups. */
export function arrange(tiles: readonly Tile[], groups: readonly TileGroup[]): readonly Area[] {
  const byGroup = Map.groupBy(
    tiles.flatMap((tile) => tile.groups.map((group) => ({ group, tile }))),
    ({ group }) => group,
  );
  const sectionOf = (group: TileGroup): Section => ({
    group,
    tiles: (byGroup.get(group.id) ?? []).map(({ tile }) => tile),
  });
  const hasTiles = (section: Section) => section.tiles.length > 0;
  const children = Map.groupBy(groups, parentOf);
  return (children.get('') ?? [])
    .map((area) => ({
      ...sectionOf(area),
      groups: (children.get(area.id) ?? []).map(sectionOf).filter(hasTiles),
    }))
    .filter((area) => hasTiles(area) || area.groups.length > 0);
}

export const countOf = ({ tiles, groups }: Area): number =>
  groups.reduce((count, section) => count + section.tiles.length, tiles.length);
