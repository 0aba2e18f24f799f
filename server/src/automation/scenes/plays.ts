import type { Db } from '../../database/index.ts';

/** Rows deleted per step: few enough not to delay other writes noticeably. */
const STEP_ROWS = 500;

type Play = {
  readonly userId: string;
  readonly at: number;
  readonly id: string;
  readonly sceneId: string;
  readonly label: string;
  readonly clientId: string;
};

/** Remembers which scenes were played, for the activity of the home. */
export function createPlays(db: Db) {
  const insert = db.prepare<Play>()((kysely, p) =>
    kysely.insertInto('scene_plays').values({
      user_id: p('userId'),
      at: p('at'),
      id: p('id'),
      scene_id: p('sceneId'),
      label: p('label'),
      client_id: p('clientId'),
    }),
  );
  const remove = db.prepare<{ end: number; limit: number }>()((kysely, p) =>
    kysely
      .deleteFrom('scene_plays')
      .where((eb) =>
        eb(
          eb.refTuple('user_id', 'at', 'id'),
          'in',
          eb
            .selectFrom('scene_plays as due')
            .select(['due.user_id', 'due.at', 'due.id'])
            .where('due.at', '<', p('end'))
            .orderBy('due.at')
            .limit(p('limit'))
            .$asTuple('user_id', 'at', 'id'),
        ),
      )
      .returning('at'),
  );
  return {
    async record(play: Play): Promise<void> {
      await db.unit([insert.bind(play)]);
    },
    /** Deletes what was played before `end`, in short steps between which other writes run. */
    async prune(end: number): Promise<void> {
      for (;;) {
        const result = await db.unit([remove.bind({ end, limit: STEP_ROWS })]);
        if (!result.committed || (result.rows[0]?.length ?? 0) < STEP_ROWS) return;
      }
    },
  };
}
