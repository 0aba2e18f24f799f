import type { BoundStatement } from '@azulejo/storage';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';

type Owner = { readonly id: string; readonly clientId: string };

export type HomeRecords = ReturnType<typeof createHomeRecords>;

/** Stores the homes of people: whose they are, and what is said of them as a whole. */
export function createHomeRecords({ db, clock }: { db: Db; clock: Pick<Clock, 'now'> }) {
  const insert = db.prepare<{ id: string; applicationId: string; now: number }>()((kysely, p) =>
    kysely.insertInto('homes').values({
      id: p('id'),
      owner_id: p('id'),
      application_id: p('applicationId'),
      name: null,
      time_zone: null,
      tariff_json: null,
      lamp_groups_json: null,
      tile_icons_json: null,
      created: p('now'),
    }),
  );
  return {
    /** Returns the statement that gives a new person a home, in the unit that adds the person. */
    insertStatement: ({ id, clientId }: Owner): BoundStatement =>
      insert.bind({ id, applicationId: clientId, now: clock.now() }),
  };
}
