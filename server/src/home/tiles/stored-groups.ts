import type { Selectable } from 'kysely';
import type { Database, Db, Transaction } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { StoredGroup } from './group.ts';

type Row = Pick<
  Selectable<Database['tile_groups']>,
  'id' | 'label' | 'parent_id' | 'is_default' | 'is_context'
>;

const COLUMNS = ['id', 'label', 'parent_id', 'is_default', 'is_context'] as const;

/** Returns areas in order, each before its groups; the area of the user's own context is the last. */
export function prepareGroupsOf(db: Db): (userId: string) => Promise<StoredGroup[]> {
  const ofUser = db.prepare<{ userId: string }>()((kysely, p) =>
    kysely
      .selectFrom('tile_groups')
      .select(COLUMNS)
      .where('user_id', '=', p('userId'))
      .orderBy('is_context')
      .orderBy('position')
      .orderBy('created')
      .orderBy('id'),
  );
  return async (userId) => toGroups(await ofUser.all({ userId }));
}

/** Reads a user's groups inside a transaction. */
export async function groupsIn(tx: Transaction, userId: string): Promise<StoredGroup[]> {
  return toGroups(
    await tx
      .selectFrom('tile_groups')
      .select(COLUMNS)
      .where('user_id', '=', userId)
      .orderBy('is_context')
      .orderBy('position')
      .orderBy('created')
      .orderBy('id')
      .execute(),
  );
}

function toGroups(rows: readonly Row[]): StoredGroup[] {
  const groups = rows.map((row) => ({
    id: row.id,
    label: row.label,
    parentId: row.parent_id,
    isDefault: row.is_default === 1,
    isContext: row.is_context === 1,
  }));
  const inside = Map.groupBy(groups, ({ parentId }) => parentId);
  return (inside.get(null) ?? []).flatMap((area) => [area, ...(inside.get(area.id) ?? [])]);
}

/** Throws `not_found`. */
export function groupNamed(groups: readonly StoredGroup[], id: string): StoredGroup {
  const group = groups.find((each) => each.id === id);
  if (!group) throw new ApiError('not_found', { detail: `There is no area or group "${id}".` });
  return group;
}

/** Returns the default area, which every user has. */
export function defaultArea(groups: readonly StoredGroup[]): StoredGroup {
  const area = groups.find(({ isDefault }) => isDefault);
  if (!area) throw new Error('A user has no default area.');
  return area;
}
