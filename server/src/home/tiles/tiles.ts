import { type Language, tileLabel } from '@azulejo/model';
import type { BoundStatement } from '@azulejo/storage';
import type { Db, Transaction } from '../../database/index.ts';
import type { GrantedChannel } from '../../devices/channels/index.ts';
import type { VersionedTemplate } from '../../devices/templates/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { i18nIn } from '../../platform/languages/index.ts';
import { newId } from '../../platform/random-token.ts';
import { createContextTiles } from './context-tiles.ts';
import { prepareInsertArea } from './insert-area.ts';
import { createMigrateTiles } from './migrate-tiles.ts';
import { removeTile, removeTilesOfUsers } from './remove-tiles.ts';
import type { StoredTile } from './tile.ts';
import { createUpdateTiles } from './update-tile.ts';

export type Tiles = ReturnType<typeof createTiles>;

/** Manages the tiles of users, and the areas that hold them. */
export function createTiles({ db, clock }: { db: Db; clock: Clock }) {
  const insertArea = prepareInsertArea(db, 'default');
  const ofUser = prepareTilesOf(db);

  return {
    ...createContextTiles(db, clock),
    ...createUpdateTiles({ db, clock }),
    ...createMigrateTiles(clock),
    addForChannel: createAddTiles(clock),
    renameTiles: createRenameTiles(clock),
    remove: removeTile,
    removeOfUsers: removeTilesOfUsers,

    /**
     * Returns the statement that creates a user's default area, which holds tiles that were never arranged. Its
     * name is the user's from then on and does not follow a change of language.
     */
    defaultAreaStatement(userId: string, language: Language = 'en'): BoundStatement {
      const i18n = i18nIn(language);
      return insertArea.bind({ userId, id: newId(), label: i18n.t('My devices'), now: clock.now() });
    },

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
  };
}

function prepareTilesOf(db: Db) {
  return db.prepare<{ userId: string }>()((kysely, p) =>
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
}

/** A user, and the area or group for its tiles: the default area unless one is named. */
type Placing = { userId: string; groupId?: string };

/**
 * Appends a tile for each of the template's, or for those in `only`. Existing tiles stay unchanged.
 */
const createAddTiles =
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

/** Returns a function that renames the tiles of a channel, apart from those that a user renamed. */
const createRenameTiles =
  (clock: Clock) =>
  async (
    tx: Transaction,
    channel: { readonly id: string; readonly name: string },
    { tiles }: VersionedTemplate,
    name: string,
  ): Promise<void> => {
    for (const [index, drawing] of tiles.entries())
      await tx
        .updateTable('tiles')
        .set((eb) => ({
          label: tileLabel(name, drawing),
          updated: clock.now(),
          revision: eb('revision', '+', 1),
        }))
        .where('channel_id', '=', channel.id)
        .where('template_tile', '=', index)
        .where('label', '=', tileLabel(channel.name, drawing))
        .execute();
  };
