import type { TileGroup } from '@azulejo/contract';

/** An area, or a group inside one, as it is stored. */
export type StoredGroup = {
  id: string;
  label: string;
  /** Null of an area. */
  parentId: string | null;
  /** Holds the tiles that were never arranged. */
  isDefault: boolean;
  /** Holds the tiles of the user's own context. */
  isContext: boolean;
};

/** Those that stand beside it, in their order, itself among them. */
export const siblingsOf = (groups: readonly StoredGroup[], parentId: string | null): StoredGroup[] =>
  groups.filter((group) => group.parentId === parentId);

/** The same items with one of them, or a new one, at a place among them. */
export function movedTo<Item>(items: readonly Item[], item: Item, position: number): Item[] {
  const others = items.filter((each) => each !== item);
  return [...others.slice(0, position), item, ...others.slice(position)];
}

/** Android-app 2.4: `parent` is absent of an area; null or empty would hide it. */
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
