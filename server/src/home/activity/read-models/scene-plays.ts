import type { Db } from '../../../database/index.ts';

/** A scene that was played in a home, with the name that it had. */
export type PlayedScene = {
  readonly sceneId: string;
  readonly name: string;
  readonly time: number;
  readonly clientId: string;
  /** The person who played it; null when a client did, which has no person. */
  readonly by: string | null;
};

type Question = {
  readonly userId: string;
  readonly to: number;
  readonly limit: number;
  readonly by: string | undefined;
};

/** Reads which scenes were played in a home; on request only those by one person. */
export function createPlayedScenes(db: Db) {
  const before = db.prepare<{ userId: string; to: number; limit: number; by: string | null }>()((kysely, p) =>
    kysely
      .selectFrom('scene_plays')
      .select([
        'scene_id as sceneId',
        'label as name',
        'at as time',
        'client_id as clientId',
        'played_by as by',
      ])
      .where('user_id', '=', p('userId'))
      .where('at', '<', p('to'))
      .where((eb) => {
        const person = eb.cast<string>(eb.val(p('by')), 'text');
        return eb.or([eb(person, 'is', null), eb('played_by', '=', person)]);
      })
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(p('limit')),
  );
  return ({ by, ...rest }: Question): Promise<PlayedScene[]> => before.scan({ ...rest, by: by ?? null });
}
