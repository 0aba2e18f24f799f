import type { Db } from '../../../database/index.ts';

/** A scene that a user played, with the name that it had. */
export type PlayedScene = { readonly sceneId: string; readonly name: string; readonly time: number };

/** Reads which scenes a user played. */
export function createPlayedScenes(db: Db) {
  const before = db.prepare<{ userId: string; to: number; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('scene_plays')
      .select(['scene_id as sceneId', 'label as name', 'at as time'])
      .where('user_id', '=', p('userId'))
      .where('at', '<', p('to'))
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(p('limit')),
  );
  return (userId: string, to: number, limit: number): Promise<PlayedScene[]> =>
    before.scan({ userId, to, limit });
}
