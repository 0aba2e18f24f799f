import type { TileGroup } from '@azulejo/contract';

/** A stored area, or a group inside an area. */
export type StoredGroup = {
  id: string;
  label: string;
  /** Areas have null. */
  parentId: string | null;
  /** Whether it holds the tiles that were never arranged. */
  isDefault: boolean;
  /** Whether it holds the tiles of the user's own context. */
  isContext: boolean;
};

/** Returns the groups with this parent, in order. */
export const siblingsOf = (groups: readonly StoredGroup[], parentId: string | null): StoredGroup[] =>
  groups.filter((group) => group.parentId === parentId);

/** Returns the items with one of them, or a new one, moved to a position. */
export function movedTo<Item>(items: readonly Item[], item: Item, position: number): Item[] {
  const others = items.filter((each) => each !== item);
  return [...others.slice(0, position), item, ...others.slice(position)];
}

/**
 * Builds the group's record. An area has no `parent`: null or empty would hide the area (android-app 2.4).
 */
export function toWireGroup(group: StoredGroup, groups: readonly StoredGroup[], userId: string): TileGroup {
  const { id, isDefault, isContext, label, parentId } = group;
  return {
    href: `/v3/legacy/users/${userId}/tile-groups/${id}`,
    id,
    isDefault,
    kind: isContext ? 'context' : 'device',
    label,
    ...(parentId === null ? {} : { parent: parentId }),
    position: siblingsOf(groups, parentId).findIndex((each) => each.id === id),
  };
}
