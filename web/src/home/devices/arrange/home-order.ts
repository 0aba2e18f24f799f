import type { Tile, TileGroup } from '@azulejo/contract';

/** A home's tiles, areas and groups, in the person's order. */
export type HomeOrder = { readonly tiles: readonly Tile[]; readonly groups: readonly TileGroup[] };

/** A row of the list: areas, each with its tiles, and its groups with theirs. */
export type Row =
  | { readonly key: string; readonly group: TileGroup; readonly count: number }
  | { readonly key: string; readonly tile: Tile };

/** A position among the tiles of an area or group, from 0. */
export type Place = { readonly group: TileGroup; readonly position: number };

const isOfDevices = ({ kind }: { kind: string }): boolean => kind !== 'context';
const isIn = (group: TileGroup) => (tile: Tile) => tile.groups[0] === group.id;

/** Returns the rows of the list. Each tile is shown once, in its first area or group. */
export function rowsOf({ tiles, groups }: HomeOrder): readonly Row[] {
  const own = tiles.filter(isOfDevices);
  const section = (group: TileGroup): Row[] => {
    const inside = own.filter(isIn(group));
    const header = { key: `group:${group.id}`, group, count: inside.length };
    return [header, ...inside.map((tile) => ({ key: tileKey(tile.id), tile }))];
  };
  return areasOf(groups).flatMap((area) => [area, ...groupsIn(groups, area)].flatMap(section));
}

export const tileKey = (id: string): string => `tile:${id}`;

export const areasOf = (groups: readonly TileGroup[]): readonly TileGroup[] =>
  groups.filter((group) => !group.parent && isOfDevices(group));

export const groupsIn = (groups: readonly TileGroup[], area: TileGroup): readonly TileGroup[] =>
  groups.filter(({ parent }) => parent === area.id);

/** Returns all areas, or the groups of the same area. */
export const siblingsOf = (groups: readonly TileGroup[], { parent }: TileGroup): readonly TileGroup[] =>
  parent ? groups.filter((each) => each.parent === parent) : areasOf(groups);

export function placeOf(rows: readonly Row[], key: string): Place | undefined {
  const index = rows.findIndex((row) => row.key === key);
  if (index === -1) return undefined;
  const header = rows.slice(0, index).findLastIndex((row) => 'group' in row);
  const row = rows[header];
  return row && 'group' in row ? { group: row.group, position: index - header - 1 } : undefined;
}

/** Returns the place of a tile that is moved from its row to another row. */
export function placeAt(rows: readonly Row[], key: string, overKey: string): Place | undefined {
  const from = rows.findIndex((row) => row.key === key);
  const to = rows.findIndex((row) => row.key === overKey);
  const moved = rows[from];
  if (!moved || to === -1) return undefined;
  const others = rows.toSpliced(from, 1);
  // There is no place above the first area.
  return placeOf(others.toSpliced(Math.max(1, to), 0, moved), key);
}

/** Returns the tile's groups with a new first one; its other groups are unchanged. */
export const groupsAfter = ({ groups: [first, ...others] }: Tile, { id }: TileGroup): string[] =>
  first === id ? [first, ...others] : [id, ...others.filter((each) => each !== id)];

export function moveTile({ tiles, groups }: HomeOrder, moved: Tile, { group, position }: Place): HomeOrder {
  const others = tiles.filter(({ id }) => id !== moved.id);
  const siblings = others.filter(isIn(group));
  const next = siblings[position];
  const last = siblings.at(-1);
  const index = next ? others.indexOf(next) : last ? others.indexOf(last) + 1 : others.length;
  return { tiles: others.toSpliced(index, 0, { ...moved, groups: groupsAfter(moved, group) }), groups };
}

/** Moves a group with its tiles to the end of another area. */
export const moveInto = ({ tiles, groups }: HomeOrder, moved: TileGroup, area: TileGroup): HomeOrder => ({
  tiles,
  groups: [...groups.filter(({ id }) => id !== moved.id), { ...moved, parent: area.id }],
});

/** Moves an area among the areas, or a group among those of its area. */
export function moveGroup(order: HomeOrder, moved: TileGroup, position: number): HomeOrder {
  const siblings = siblingsOf(order.groups, moved);
  const wanted = siblings.filter(({ id }) => id !== moved.id).toSpliced(position, 0, moved);
  let next = 0;
  const isSibling = new Set(siblings.map(({ id }) => id));
  const groups = order.groups.map((each) => (isSibling.has(each.id) ? (wanted[next++] ?? each) : each));
  return { ...order, groups };
}
