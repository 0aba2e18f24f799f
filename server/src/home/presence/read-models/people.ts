import type { KnownPlace } from '@azulejo/automations';
import { jsonRows } from '@azulejo/storage';
import type { Db } from '../../../database/index.ts';

/** The stored state of a user; `stateJson` and `revision` are null before the first report. */
export type PersonRow = {
  readonly userId: string;
  readonly stateJson: string | null;
  readonly revision: number | null;
  readonly isShared: boolean;
  readonly places: readonly KnownPlace[];
};

/** Returns a function that reads what is remembered of users, with their places and whether they share them. */
export function createReadPeople(db: Db): (userIds: readonly string[]) => Promise<PersonRow[]> {
  const { people, places } = prepare(db);
  return async (userIds) => {
    const given = { ids: JSON.stringify(userIds.map((id) => [id])) };
    const [rows, found] = await Promise.all([people.all(given), places.all(given)]);
    const byUser = Map.groupBy(found, ({ userId }) => userId);
    return rows.map(({ userId, stateJson, revision, sharing }) => ({
      userId,
      stateJson,
      revision,
      isShared: sharing !== 0,
      places: (byUser.get(userId) ?? []).map(({ id, latitude, longitude, radius, wifiJson }) => ({
        id,
        latitude,
        longitude,
        radius: radius ?? undefined,
        wifi: JSON.parse(wifiJson) as KnownPlace['wifi'],
      })),
    }));
  };
}

function prepare(db: Db) {
  const given = (ids: string) => jsonRows<{ id: string }>(db.engine, ids, { id: 'text' }).as('given');
  const people = db.prepare<{ ids: string }>()((kysely, p) =>
    kysely
      .selectFrom(given(p('ids')))
      .leftJoin('presences', 'presences.user_id', 'given.id')
      .leftJoin('user_preferences', 'user_preferences.user_id', 'given.id')
      .select([
        'given.id as userId',
        'presences.state_json as stateJson',
        'presences.revision',
        'user_preferences.location_sharing as sharing',
      ]),
  );
  const places = db.prepare<{ ids: string }>()((kysely, p) =>
    kysely
      .selectFrom(given(p('ids')))
      .innerJoin('places', 'places.user_id', 'given.id')
      .select([
        'places.user_id as userId',
        'places.id',
        'places.latitude',
        'places.longitude',
        'places.radius',
        'places.wifi_json as wifiJson',
      ])
      .orderBy('places.created')
      .orderBy('places.id'),
  );
  return { people, places };
}
