import { deleteUntil } from '../../database/delete-until.ts';
import type { Db } from '../../database/index.ts';
import { type OpenRange, openAt } from '../../database/open-until.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { newId } from '../../platform/random-token.ts';
import type { DeviceRequest } from './maker.ts';

/**
 * How long a selection stays open when its server does not end it, because it was killed: longer than any call to a
 * manager takes.
 */
const MAX_SELECTION_MS = 60_000;

export type Selection = DeviceRequest & { readonly managerId: string };

export type OpenSelections = ReturnType<typeof createOpenSelections>;

type Dependencies = { db: Db; clock: Pick<Clock, 'now'>; logger: Pick<Logger, 'warn'> };

/**
 * Stores which managers are adding devices for whom right now. Only during this a manager may grant
 * channels to a person without a grant on them (managers 1.5). The manager may grant at another server than the one
 * that calls it.
 */
export function createOpenSelections({ db, clock, logger }: Dependencies) {
  const statements = prepareStatements(db);

  /** Ends a selection. One that cannot be ended now ends by itself. */
  async function end(id: string): Promise<void> {
    try {
      await db.write((tx) => tx.deleteFrom('open_selections').where('id', '=', id).execute());
    } catch (err) {
      logger.warn({ err }, 'a selection of devices stays open until it expires');
    }
  }

  return {
    /** Opens a selection until it is disposed of. */
    async begin({ managerId, applicationId, userId, templateId }: Selection): Promise<AsyncDisposable> {
      const [id, began] = [newId(), clock.now()];
      const selection = {
        id,
        user_id: userId,
        manager_id: managerId,
        application_id: applicationId,
        template_id: templateId,
        began,
        expires: began + MAX_SELECTION_MS,
      };
      await db.write((tx) => tx.insertInto('open_selections').values(selection).execute());
      return { [Symbol.asyncDispose]: () => end(id) };
    },

    /** Returns since when the manager is adding such devices for the person; undefined when it is not. */
    async since(wanted: Omit<Selection, 'applicationId'>): Promise<number | undefined> {
      const row = await statements.since.get({ ...wanted, ...openAt(clock.now(), MAX_SELECTION_MS) });
      return row?.began ?? undefined;
    },

    /** Returns whether the manager is adding such devices for anyone who uses the application. */
    async isOpenThrough(wanted: Omit<Selection, 'userId'>): Promise<boolean> {
      return (
        (await statements.through.get({ ...wanted, ...openAt(clock.now(), MAX_SELECTION_MS) })) !== undefined
      );
    },

    /** Deletes the selections of servers that were killed. */
    prune: (): Promise<void> =>
      deleteUntil(db, { table: 'open_selections', key: ['id'], time: 'expires' }, clock.now()),
  };
}

function prepareStatements(db: Db) {
  return {
    since: db.prepare<Omit<Selection, 'applicationId'> & OpenRange>()((kysely, p) =>
      kysely
        .selectFrom('open_selections')
        .select((eb) => eb.fn.max('began').as('began'))
        .where('user_id', '=', p('userId'))
        .where('manager_id', '=', p('managerId'))
        .where('template_id', '=', p('templateId'))
        .where('expires', '>', p('now'))
        .where('expires', '<=', p('latest')),
    ),
    through: db.prepare<Omit<Selection, 'userId'> & OpenRange>()((kysely, p) =>
      kysely
        .selectFrom('open_selections')
        .select('id')
        .where('manager_id', '=', p('managerId'))
        .where('application_id', '=', p('applicationId'))
        .where('template_id', '=', p('templateId'))
        .where('expires', '>', p('now'))
        .where('expires', '<=', p('latest'))
        .limit(1),
    ),
  };
}
