import type { Db, Transaction } from '../../database/index.ts';
import type { GrantedChannel } from '../../devices/channels/index.ts';
import type { VersionedTemplate } from '../../devices/templates/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';
import type { BoundStatement } from '../../platform/storage/index.ts';
import { createCarryOver } from './carry-over.ts';
import { createContextTiles } from './context-tiles.ts';
import { prepareInsertArea } from './insert-area.ts';
import { createRearrange } from './rearrange.ts';
import { type StoredTile, tileLabel } from './tile.ts';

const DEFAULT_AREA_LABEL = 'My devices';

/** A user, and the area or group for its tiles: the default area unless one is named. */
type Placing = { userId: string; groupId?: string | undefined };

export type Tiles = ReturnType<typeof createTiles>;

/** Manages the tiles of users, and the areas that hold them. */
export function createTiles({ db, clock }: { db: Db; clock: Clock }) {
  const insertArea = prepareInsertArea(db, 'default');
  const ofUser = db.prepare<{ userId: string }>()((kysely, p) =>
    kysely
      .selectFrom('tiles')
      .leftJoin('tile_group_members', (join) =>
        join
          .onRef('tile_group_members.user_id', '=', 'tiles.user_id')
          .onRef('tile_group_members.tile_id', '=', 'tiles.id'),
      )
      .select([
        'tiles.id',
        'tiles.channel_id as channelId',
        'tiles.template_tile as templateTile',
        'tiles.label',
        'tiles.photo',
        'tiles.revision',
        'tile_group_members.group_id as groupId',
      ])
      .where('tiles.user_id', '=', p('userId'))
      .orderBy('tiles.position')
      .orderBy('tiles.id')
      .orderBy('tile_group_members.position')
      .orderBy('tile_group_members.group_id'),
  );

  return {
    ...createContextTiles(db, clock),
    ...createRearrange({ db, clock }),
    ...createCarryOver(clock),

    /**
     * Returns the statement that creates a user's default area, which holds tiles that were never arranged.
     */
    defaultAreaStatement: (userId: string): BoundStatement =>
      insertArea.bind({ userId, id: newId(), label: DEFAULT_AREA_LABEL, now: clock.now() }),

    /** Returns the tiles in the order in which they are shown. */
    async ofUser(userId: string): Promise<StoredTile[]> {
      const rows = await ofUser.all({ userId });
      return [...Map.groupBy(rows, (row) => row.id).values()].flatMap(([first, ...more]) => {
        if (!first) return [];
        const groups = [first, ...more].flatMap((row) => row.groupId ?? []);
        const { id, channelId, templateTile, label, photo, revision } = first;
        return [{ id, channelId, templateTile, label, photo, revision, groups }];
      });
    },

    /** Appends a tile for each of the template's, or for those in `only`. Existing tiles stay unchanged. */
    async addForChannel(
      tx: Transaction,
      { userId, groupId }: Placing,
      channel: Pick<GrantedChannel, 'id' | 'name'>,
      template: VersionedTemplate,
      only?: ReadonlySet<number>,
    ): Promise<void> {
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
    },
  };
}
