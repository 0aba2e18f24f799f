import type { BoundStatement } from '@azulejo/storage';
import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { type HomeRecord, type HomeSettings, homeOfRow, rowOfSettings } from './home-settings.ts';
import { prepareOwnHome } from './read-models/own-home.ts';

type Owner = { readonly id: string; readonly clientId: string };

export type HomeRecords = ReturnType<typeof createHomeRecords>;

/** Stores the homes of people: whose they are, and what is said of them as a whole. */
export function createHomeRecords({ db, clock }: { db: Db; clock: Pick<Clock, 'now'> }) {
  const insert = prepareInsert(db);
  const byId = db.prepare<{ id: string }>()((kysely, p) =>
    kysely.selectFrom('homes').selectAll().where('id', '=', p('id')),
  );
  const ownHome = prepareOwnHome(db);
  return {
    /** Returns the statement that gives a new person a home, in the unit that adds the person. */
    insertStatement: ({ id, clientId }: Owner): BoundStatement =>
      insert.bind({ id, applicationId: clientId, now: clock.now() }),

    async find(id: string): Promise<HomeRecord | undefined> {
      const row = await byId.get({ id });
      return row && homeOfRow(row);
    },

    /** Finds the home that is a person's own. */
    async ownOf(userId: string): Promise<HomeRecord | undefined> {
      const row = await ownHome.get({ userId });
      return row && homeOfRow(row);
    },

    /** Reads a home in a transaction. */
    async findIn(tx: Transaction, id: string): Promise<HomeRecord | undefined> {
      const row = await tx.selectFrom('homes').selectAll().where('id', '=', id).executeTakeFirst();
      return row && homeOfRow(row);
    },

    /** Changes the settings that are given. Null removes one. */
    async changeIn(tx: Transaction, id: string, changes: Partial<HomeSettings>): Promise<void> {
      const row = rowOfSettings(changes);
      if (Object.keys(row).length > 0) await tx.updateTable('homes').set(row).where('id', '=', id).execute();
    },
  };
}

const prepareInsert = (db: Db) =>
  db.prepare<{ id: string; applicationId: string; now: number }>()((kysely, p) =>
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
