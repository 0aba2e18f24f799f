import { tileLabel } from '@azulejo/model';
import { type BoundStatement, jsonRows } from '@azulejo/storage';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/index.ts';
import type { VersionedTemplate } from '../../devices/templates/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';
import { prepareInsertArea } from './insert-area.ts';

const AREA_LABEL = 'My phone';

type TileRow = { id: string; template_tile: number; label: string };

/** Creates the initial area and tiles of a user's context channel. */
export function createContextTiles(db: Db, clock: Clock) {
  const { insertArea, insertTiles, insertMembers, raiseRevision } = prepare(db);

  return {
    /** `channelId` is that of the context channel created in the same unit. */
    contextStatements(
      userId: string,
      { id: channelId, name }: { id: string; name: string },
      template: VersionedTemplate,
    ): BoundStatement[] {
      const now = clock.now();
      const areaId = newId();
      const rows = JSON.stringify(
        template.tiles.map((drawing, index) => [newId(), index, drawing.label ?? tileLabel(name, drawing)]),
      );
      return [
        insertArea.bind({ userId, id: areaId, label: AREA_LABEL, now }),
        insertTiles.bind({ userId, channelId, rows, now }),
        insertMembers.bind({ userId, areaId, rows }),
        raiseRevision.bind({ userId }),
      ];
    },
  };
}

function prepare(db: Db) {
  const columns = { id: 'text', template_tile: 'integer', label: 'text' } as const;
  const given = (rows: string) => jsonRows<TileRow>(db.engine, rows, columns).as('given');
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
        ),
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
  const raiseRevision = db.prepare<{ userId: string }>()((kysely, p) =>
    kysely
      .updateTable('users')
      .set((eb) => ({ home_revision: eb('home_revision', '+', 1) }))
      .where('id', '=', p('userId')),
  );
  return { insertArea, insertTiles, insertMembers, raiseRevision };
}
