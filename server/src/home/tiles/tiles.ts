import type { Language } from '@azulejo/model';
import type { BoundStatement } from '@azulejo/storage';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { i18nIn } from '../../platform/languages/index.ts';
import { newId } from '../../platform/random-token.ts';
import { createAddTiles } from './add-tiles.ts';
import { createContextTiles } from './context-tiles.ts';
import { prepareInsertArea } from './insert-area.ts';
import { createMigrateTiles } from './migrate-tiles.ts';
import { removeTile, removeTilesOfUsers } from './remove-tiles.ts';
import { createRenameTiles } from './rename-tiles.ts';
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
