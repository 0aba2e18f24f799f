import { tileLabel } from '@azulejo/model';
import type { Transaction } from '../../database/index.ts';
import type { GrantedChannel } from '../../devices/channels/index.ts';
import type { VersionedTemplate } from '../../devices/templates/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';

/** A user, and the area or group for its tiles: the default area unless one is named. */
type Placing = { userId: string; groupId?: string | undefined };

/**
 * Appends a tile for each of the template's, or for those in `only`. Existing tiles stay unchanged.
 */
export const createAddTiles =
  (clock: Clock) =>
  async (
    tx: Transaction,
    { userId, groupId }: Placing,
    channel: Pick<GrantedChannel, 'id' | 'name'>,
    template: VersionedTemplate,
    only?: ReadonlySet<number>,
  ): Promise<void> => {
    const now = clock.now();
    const area = await tx
      .selectFrom('tile_groups')
      .select('id')
      .where('user_id', '=', userId)
      .where((eb) => (groupId === undefined ? eb('is_default', '=', 1) : eb('id', '=', groupId)))
      .executeTakeFirstOrThrow();
    const last = await tx
      .selectFrom('tiles')
      .select((eb) => eb.fn.max('position').as('position'))
      .where('user_id', '=', userId)
      .executeTakeFirst();
    let position = last?.position ?? 0;
    for (const [index, drawing] of template.tiles.entries()) {
      if (only && !only.has(index)) continue;
      position += 1;
      const inserted = await tx
        .insertInto('tiles')
        .values({
          user_id: userId,
          id: newId(),
          channel_id: channel.id,
          template_tile: index,
          label: tileLabel(channel.name, drawing),
          position,
          created: now,
          updated: now,
        })
        .onConflict((conflict) => conflict.columns(['user_id', 'channel_id', 'template_tile']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!inserted) continue;
      await tx
        .insertInto('tile_group_members')
        .values({ user_id: userId, tile_id: inserted.id, group_id: area.id, position: 0 })
        .execute();
    }
  };
