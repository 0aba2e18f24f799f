import type { Db } from '../../../database/index.ts';
import type { ContextOptions } from '../context-options.ts';

/** A user has fewer places and scenes; a list of them is bounded all the same. */
const MAX_OPTIONS = 250;

/**
 * Returns a function that reads the places and scenes of a user as options of controls. Places with
 * neither a position nor a Wi-Fi network are left out, because no one can arrive there. (0, 0) is no position.
 */
export function createReadContextOptions(db: Db) {
  const places = db.prepare<{ userId: string }>()((kysely, p) =>
    kysely
      .selectFrom('places')
      .select(['id', 'name', 'latitude', 'longitude', 'wifi_json as wifi'])
      .where('user_id', '=', p('userId'))
      .orderBy('created')
      .orderBy('id')
      .limit(MAX_OPTIONS),
  );
  const scenes = db.prepare<{ userId: string }>()((kysely, p) =>
    kysely
      .selectFrom('scenes')
      .select(['id as value', 'label'])
      .where('user_id', '=', p('userId'))
      .orderBy('position')
      .orderBy('id')
      .limit(MAX_OPTIONS),
  );

  return async (userId: string): Promise<ContextOptions> => {
    const [known, own] = await Promise.all([places.all({ userId }), scenes.all({ userId })]);
    return {
      places: known.flatMap(({ id, name, latitude, longitude, wifi }) => {
        const hasPosition = latitude !== 0 || longitude !== 0;
        if (!hasPosition && wifi === '[]') return [];
        return { label: name, value: id, ...(hasPosition && { latitude, longitude }) };
      }),
      scenes: own.map(({ label, value }) => ({ label, value })),
    };
  };
}
