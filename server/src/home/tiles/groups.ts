import type { Db, Transaction } from '../../database/index.ts';
import { raiseHomeRevision } from '../../identity/homes/index.ts';
import { ApiError, checkAll, invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';
import { movedTo, type StoredGroup, siblingsOf } from './group.ts';
import { checkedLabel } from './label.ts';
import { defaultArea, groupNamed, groupsIn, prepareGroupsOf } from './stored-groups.ts';

/**
 * Undefined fields stay unchanged. A null `parentId` makes an area. `position` counts from 0; a larger one
 * than there are places means the end.
 */
export type GroupChanges = {
  label?: string;
  parentId?: string | null;
  position?: number;
};

export type TileGroups = ReturnType<typeof createTileGroups>;

const MAX_GROUPS = 200;
const END = Number.MAX_SAFE_INTEGER;

/** Manages the areas of a home, and the groups inside them. */
export function createTileGroups({ db, clock }: { db: Db; clock: Clock }) {
  const ofUser = prepareGroupsOf(db);

  return {
    /** Returns the groups in the order in which they are shown, each area before its groups. */
    ofUser,

    /** Throws `quota_exceeded`, or `invalid_request` naming the field. */
    create: (userId: string, input: GroupChanges & { label: string }): Promise<StoredGroup> =>
      db.write(async (tx) => {
        await raiseHomeRevision(tx, userId);
        const groups = await groupsIn(tx, userId);
        if (groups.length >= MAX_GROUPS)
          throw new ApiError('quota_exceeded', {
            detail: `There are ${MAX_GROUPS} areas and groups already.`,
          });
        const parentId = input.parentId ?? null;
        const fresh = { id: newId(), label: input.label, parentId, isDefault: false, isContext: false };
        const group = checked(fresh, groups);
        await insertGroup(tx, userId, group, clock.now());
        await putInOrder(tx, userId, movedTo(siblingsOf(groups, parentId), group, input.position ?? END));
        return group;
      }),

    /** Throws `not_found`, or `invalid_request` naming the field. */
    update: (userId: string, id: string, changes: GroupChanges): Promise<StoredGroup> =>
      db.write((tx) => updateGroup(tx, userId, id, changes)),

    /**
     * Removes an area or group. Its tiles move to its area or the default one, and its groups to the default
     * one. Throws `not_found` or `forbidden`.
     */
    remove: (userId: string, id: string): Promise<void> => db.write((tx) => removeGroup(tx, userId, id)),
  };
}

async function insertGroup(
  tx: Transaction,
  userId: string,
  group: StoredGroup,
  created: number,
): Promise<void> {
  await tx
    .insertInto('tile_groups')
    .values({
      user_id: userId,
      id: group.id,
      label: group.label,
      parent_id: group.parentId,
      position: 0,
      is_default: 0,
      created,
    })
    .execute();
}

async function updateGroup(
  tx: Transaction,
  userId: string,
  id: string,
  changes: GroupChanges,
): Promise<StoredGroup> {
  await raiseHomeRevision(tx, userId);
  const groups = await groupsIn(tx, userId);
  const stored = groupNamed(groups, id);
  const { label = stored.label, parentId = stored.parentId } = changes;
  const isMoved = parentId !== stored.parentId;
  const group = checked({ ...stored, label, parentId }, groups, { isMoved });
  await tx
    .updateTable('tile_groups')
    .set({ label: group.label, parent_id: parentId })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
  const position = changes.position ?? (isMoved ? END : undefined);
  if (position !== undefined)
    await putInOrder(tx, userId, movedTo(siblingsOf(groups, parentId), isMoved ? group : stored, position));
  return group;
}

async function removeGroup(tx: Transaction, userId: string, id: string): Promise<void> {
  await raiseHomeRevision(tx, userId);
  const groups = await groupsIn(tx, userId);
  const group = groupNamed(groups, id);
  if (group.isDefault || group.isContext)
    throw new ApiError('forbidden', { detail: `"${group.label}" cannot be removed.` });
  const { id: fallbackArea } = defaultArea(groups);
  const inside = siblingsOf(groups, id);
  if (inside.length > 0) {
    await tx
      .updateTable('tile_groups')
      .set({ parent_id: fallbackArea })
      .where('user_id', '=', userId)
      .where('parent_id', '=', id)
      .execute();
    await putInOrder(tx, userId, [...siblingsOf(groups, fallbackArea), ...inside]);
  }
  await rehomeTiles(tx, userId, id, group.parentId ?? fallbackArea);
  await tx.deleteFrom('tile_groups').where('user_id', '=', userId).where('id', '=', id).execute();
}

/** Returns the group with its label trimmed. Throws `invalid_request` naming the wrong fields. */
function checked(group: StoredGroup, groups: readonly StoredGroup[], { isMoved } = { isMoved: true }) {
  const [label] = checkAll(
    () => checkedLabel(group.label),
    () => isMoved && checkParent(group, groups),
  );
  return { ...group, label };
}

/** Checks that a group is placed in an area of devices, and that an area with groups stays an area. */
function checkParent(group: StoredGroup, groups: readonly StoredGroup[]): void {
  const { id, parentId } = group;
  if (parentId === null) return;
  if (group.isDefault || group.isContext || siblingsOf(groups, id).length > 0)
    throw invalidField('parent', 'is not allowed: this is an area');
  const parent = groups.find((each) => each.id === parentId);
  if (!parent || parent.id === id || parent.parentId !== null || parent.isContext)
    throw invalidField('parent', 'is not an area that can have groups');
}

async function putInOrder(tx: Transaction, userId: string, groups: readonly StoredGroup[]): Promise<void> {
  for (const [position, { id }] of groups.entries()) {
    await tx
      .updateTable('tile_groups')
      .set({ position })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('position', '!=', position)
      .execute();
  }
}

/**
 * Moves the tiles of a removed group, since known apps do not do so first (android-app 2.4). A tile that is
 * in another group as well only stays there.
 */
async function rehomeTiles(tx: Transaction, userId: string, from: string, to: string): Promise<void> {
  // One statement for all tiles, because a statement for a list of them would have a limit of parameters.
  await tx
    .updateTable('tile_group_members')
    .set({ group_id: to, position: 0 })
    .where('user_id', '=', userId)
    .where('group_id', '=', from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tile_group_members as other')
            .select('other.tile_id')
            .whereRef('other.user_id', '=', 'tile_group_members.user_id')
            .whereRef('other.tile_id', '=', 'tile_group_members.tile_id')
            .where('other.group_id', '<>', from),
        ),
      ),
    )
    .execute();
  await tx
    .deleteFrom('tile_group_members')
    .where('user_id', '=', userId)
    .where('group_id', '=', from)
    .execute();
}
