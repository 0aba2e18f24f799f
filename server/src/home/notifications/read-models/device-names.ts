import type { Transaction } from '../../../database/index.ts';

/**
 * A person's name for a device, undefined when the device is gone, and the device's area, undefined when the device
 * was never arranged.
 */
export type DeviceName = { readonly device: string | undefined; readonly area: string | undefined };

/** Returns the name of the device's only tile, or of the channel where a device has several or none. */
export async function readDeviceName(
  tx: Transaction,
  userId: string,
  channelId: string,
): Promise<DeviceName> {
  const tiles = await tx
    .selectFrom('tiles')
    .leftJoin('tile_group_members', (join) =>
      join
        .onRef('tile_group_members.user_id', '=', 'tiles.user_id')
        .onRef('tile_group_members.tile_id', '=', 'tiles.id'),
    )
    .leftJoin('tile_groups as own', (join) =>
      join.onRef('own.user_id', '=', 'tiles.user_id').onRef('own.id', '=', 'tile_group_members.group_id'),
    )
    .leftJoin('tile_groups as parent', (join) =>
      join.onRef('parent.user_id', '=', 'own.user_id').onRef('parent.id', '=', 'own.parent_id'),
    )
    .select([
      'tiles.id',
      'tiles.label',
      'own.label as ownLabel',
      'own.is_default as isDefault',
      'parent.label as parentLabel',
      'parent.is_default as isInDefault',
    ])
    .where('tiles.user_id', '=', userId)
    .where('tiles.channel_id', '=', channelId)
    .orderBy('tiles.position')
    .limit(2)
    .execute();
  const [first] = tiles;
  const isOnly = tiles.every(({ id }) => id === first?.id);
  const device = first && isOnly ? first.label : await readChannelName(tx, channelId);
  if (!first) return { device, area: undefined };
  const isDefault = (first.parentLabel === null ? first.isDefault : first.isInDefault) === 1;
  return { device, area: isDefault ? undefined : (first.parentLabel ?? first.ownLabel ?? undefined) };
}

async function readChannelName(tx: Transaction, channelId: string): Promise<string | undefined> {
  const row = await tx.selectFrom('channels').select('name').where('id', '=', channelId).executeTakeFirst();
  return row?.name;
}
