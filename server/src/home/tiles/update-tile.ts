import { jsonRows } from '@azulejo/storage';
import type { Db, Transaction } from '../../database/index.ts';
import { raiseHomeRevision } from '../../identity/homes/index.ts';
import { invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { movedTo, type StoredGroup } from './group.ts';
import { checkedLabel } from './label.ts';
import { removeMembers, tileIn } from './remove-tiles.ts';
import { defaultArea, groupsIn } from './stored-groups.ts';

/**
 * Undefined fields stay unchanged. Empty `groups` mean the default area; `position` counts from 0 in the
 * first group.
 */
export type TileChanges = {
  label?: string;
  groups?: readonly string[];
  position?: number;
  /** Null restores the template's picture. */
  photo?: string | null;
};

/** Names, groups and orders the tiles of a home. */
export function createUpdateTiles({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** Throws `not_found`, or `invalid_request` naming the field. */
    update: (
      userId: string,
      tileId: string,
      { label, groups, position, photo }: TileChanges,
    ): Promise<void> =>
      db.write(async (tx) => {
        await raiseHomeRevision(tx, userId);
        const { isContext } = await tileIn(tx, userId, tileId);
        if (groups)
          await setGroups(tx, userId, tileId, chosen(await groupsIn(tx, userId), groups, isContext));
        if (position !== undefined) await putAt(tx, userId, tileId, position);
        await tx
          .updateTable('tiles')
          .set((eb) => ({
            ...(label === undefined ? {} : { label: checkedLabel(label) }),
            ...(photo === undefined ? {} : { photo }),
            updated: clock.now(),
            revision: eb('revision', '+', 1),
          }))
          .where('user_id', '=', userId)
          .where('id', '=', tileId)
          .execute();
      }),
  };

  /**
   * Moves a tile within its first group. The home has one order of tiles, and a group shows its part of it.
   */
  async function putAt(tx: Transaction, userId: string, tileId: string, position: number): Promise<void> {
    const tiles = await orderedTiles(tx, userId);
    const tile = tiles.find(({ id }) => id === tileId);
    if (!tile) return;
    const siblings = tiles.filter(({ groupId }) => groupId === tile.groupId);
    const wanted = movedTo(siblings, tile, position);
    // The group's tiles keep their positions in the home's order, and only change places with each other.
    let next = 0;
    const ordered = tiles.map((each) => (each.groupId === tile.groupId ? (wanted[next++] ?? each) : each));
    const moved = ordered.flatMap((each, place) => (each.position === place ? [] : [[each.id, place]]));
    await storeOrder(tx, userId, moved);
  }

  async function storeOrder(tx: Transaction, userId: string, places: readonly unknown[][]): Promise<void> {
    if (places.length === 0) return;
    await tx
      .updateTable('tiles')
      .from(
        jsonRows<{ id: string; place: number }>(db.engine, JSON.stringify(places), {
          id: 'text',
          place: 'integer',
        }).as('given'),
      )
      .set((eb) => ({ position: eb.ref('given.place') }))
      .where('user_id', '=', userId)
      .whereRef('tiles.id', '=', 'given.id')
      .execute();
  }
}

async function setGroups(tx: Transaction, userId: string, tileId: string, ids: string[]): Promise<void> {
  const rows = ids.map((id, position) => ({ user_id: userId, tile_id: tileId, group_id: id, position }));
  await removeMembers(tx, userId, tileId);
  await tx.insertInto('tile_group_members').values(rows).execute();
}

/** Returns the tiles in order, each with the first group that contains it. */
async function orderedTiles(tx: Transaction, userId: string) {
  const rows = await tx
    .selectFrom('tiles')
    .leftJoin('tile_group_members as member', (join) =>
      join.onRef('member.user_id', '=', 'tiles.user_id').onRef('member.tile_id', '=', 'tiles.id'),
    )
    .select(['tiles.id', 'tiles.position', 'member.group_id as groupId'])
    .where('tiles.user_id', '=', userId)
    .orderBy('tiles.position')
    .orderBy('tiles.id')
    .orderBy('member.position')
    .orderBy('member.group_id')
    .execute();
  const known = new Set<string>();
  return rows.filter(({ id }) => !known.has(id) && known.add(id));
}

/** Keeps devices out of the context's area: a known app hides that area on its first page (android-app 3). */
function chosen(known: readonly StoredGroup[], ids: readonly string[], isContext: boolean): string[] {
  const wanted = [...new Set(ids)];
  for (const id of wanted) {
    const group = known.find((each) => each.id === id);
    if (!group) throw invalidField('groups', `contain an unknown area or group: ${id}`);
    if (group.isContext !== isContext)
      throw invalidField('groups', 'cannot mix devices and the user’s context');
  }
  if (wanted.length > 0) return wanted;
  return [(isContext ? known.find((each) => each.isContext) : undefined)?.id ?? defaultArea(known).id];
}
