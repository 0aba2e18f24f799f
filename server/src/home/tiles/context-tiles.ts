import { tileLabel } from '@azulejo/model';
import { type BoundStatement, jsonRows } from '@azulejo/storage';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/index.ts';
import type { VersionedTemplate } from '../../devices/templates/index.ts';
import { prepareRaiseHomeRevision } from '../../identity/homes/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';
import { prepareInsertArea } from './insert-area.ts';

const AREA_LABEL = 'My phone';

type TileRow = { id: string; template_tile: number; label: string };

/** Creates the area and tiles of a user's context channel. */
export function createContextTiles(db: Db, clock: Clock) {
  const { insertArea, insertTiles, insertMembers, raiseRevision } = prepare(db);
  const insertNewMembers = prepareNewMembers(db);

  const rowsOf = (name: string, template: VersionedTemplate): string =>
    JSON.stringify(
      template.tiles.map((drawing, index) => [newId(), index, drawing.label ?? tileLabel(name, drawing)]),
    );

  return {
    /** Returns the statements; `channelId` is that of the context channel created in the same unit. */
    contextStatements(
      userId: string,
      { id: channelId, name }: { id: string; name: string },
      template: VersionedTemplate,
    ): BoundStatement[] {
      const now = clock.now();
      const areaId = newId();
      const rows = rowsOf(name, template);
      return [
        insertArea.bind({ userId, id: areaId, label: AREA_LABEL, now }),
        insertTiles.bind({ userId, channelId, rows, now }),
        insertMembers.bind({ userId, areaId, rows }),
        raiseRevision.bind({ homeId: userId }),
      ];
    },

    /** Adds the tiles that a newer version of the template has in addition, to the area of the others. */
    newContextTiles(userId: string, channelId: string, template: VersionedTemplate): BoundStatement[] {
      const rows = rowsOf(template.name, template);
      return [
        insertTiles.bind({ userId, channelId, rows, now: clock.now() }),
        insertNewMembers.bind({ userId, rows }),
        raiseRevision.bind({ homeId: userId }),
      ];
    },
  };
}

const COLUMNS = { id: 'text', template_tile: 'integer', label: 'text' } as const;

const givenRows = (db: Db) => (rows: string) => jsonRows<TileRow>(db.engine, rows, COLUMNS).as('given');

function prepare(db: Db) {
  const given = givenRows(db);
  const insertArea = prepareInsertArea(db, 'context');
  const insertTiles = db.prepare<{ userId: string; channelId: string; rows: string; now: number }>()(
    (kysely, p) =>
      kysely
        .insertInto('tiles')
        .columns(['user_id', 'id', 'channel_id', 'template_tile', 'label', 'position', 'created', 'updated'])
        .expression((eb) =>
          eb
            .selectFrom(given(p('rows')))
            .select((row) => [
              sql<string>`cast(${p('userId')} as text)`.as('user_id'),
              row.ref('given.id').as('id'),
              sql<string>`cast(${p('channelId')} as text)`.as('channel_id'),
              row.ref('given.template_tile').as('template_tile'),
              row.ref('given.label').as('label'),
              row.ref('given.template_tile').as('position'),
              sql<number>`cast(${p('now')} as bigint)`.as('created'),
              sql<number>`cast(${p('now')} as bigint)`.as('updated'),
            ])
            .where(sql<SqlBool>`true`),
        )
        // Tiles that exist stay as they are.
        .onConflict((conflict) => conflict.columns(['user_id', 'channel_id', 'template_tile']).doNothing()),
  );
  const insertMembers = db.prepare<{ userId: string; areaId: string; rows: string }>()((kysely, p) =>
    kysely
      .insertInto('tile_group_members')
      .columns(['user_id', 'tile_id', 'group_id', 'position'])
      .expression((eb) =>
        eb
          .selectFrom(given(p('rows')))
          .select((row) => [
            sql<string>`cast(${p('userId')} as text)`.as('user_id'),
            row.ref('given.id').as('tile_id'),
            sql<string>`cast(${p('areaId')} as text)`.as('group_id'),
            sql<number>`0`.as('position'),
          ])
          .where(sql<SqlBool>`true`),
      ),
  );
  const raiseRevision = prepareRaiseHomeRevision(db);
  return { insertArea, insertTiles, insertMembers, raiseRevision };
}

/** Adds those of the given tiles that exist to the user's context area. */
function prepareNewMembers(db: Db) {
  const given = givenRows(db);
  return db.prepare<{ userId: string; rows: string }>()((kysely, p) =>
    kysely
      .insertInto('tile_group_members')
      .columns(['user_id', 'tile_id', 'group_id', 'position'])
      .expression((eb) =>
        eb
          .selectFrom(given(p('rows')))
          .innerJoin('tiles', 'tiles.id', 'given.id')
          .innerJoin('tile_groups', 'tile_groups.user_id', 'tiles.user_id')
          .select((row) => [
            row.ref('tiles.user_id').as('user_id'),
            row.ref('tiles.id').as('tile_id'),
            row.ref('tile_groups.id').as('group_id'),
            sql<number>`0`.as('position'),
          ])
          .where('tiles.user_id', '=', p('userId'))
          .where('tile_groups.is_context', '=', 1),
      ),
  );
}
