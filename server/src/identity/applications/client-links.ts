import type { AuditAction } from '@azulejo/contract';
import type { Audit, By } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import { ApiError, checkAll, invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Client } from './client.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  /** Throws `not_found`. */
  get: (idOrNamespace: string) => Promise<Client>;
};

/** Manages which applications a distributor works for. */
export function createClientLinks({ db, clock, audit, get }: Dependencies) {
  const linked = prepareLinked(db);

  return {
    /** Lets a distributor reach the users of an application. */
    async link(distributor: string, application: string, by: By = {}): Promise<void> {
      const [from, to] = [await get(distributor), await get(application)];
      checkTypes(from, to);
      await db.write(async (tx) => {
        await tx
          .insertInto('client_links')
          .values({ distributor_id: from.id, application_id: to.id, created: clock.now() })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await audit.record(tx, entryOf('application.link', from, to, by));
      });
    },

    async unlink(distributor: string, application: string, by: By = {}): Promise<void> {
      const [from, to] = [await get(distributor), await get(application)];
      await db.write(async (tx) => {
        const removed = await tx
          .deleteFrom('client_links')
          .where('distributor_id', '=', from.id)
          .where('application_id', '=', to.id)
          .returning('created')
          .execute();
        if (removed.length === 0)
          throw new ApiError('not_found', { detail: `"${from.name}" is not linked to "${to.name}".` });
        await audit.record(tx, entryOf('application.unlink', from, to, by));
      });
    },

    /** Returns the applications that the client works for, and the distributors that work for it. */
    async linksOf(id: string): Promise<{ worksFor: Client[]; workedForBy: Client[] }> {
      const links = await db.read
        .selectFrom('client_links')
        .selectAll()
        .where((eb) => eb.or([eb('distributor_id', '=', id), eb('application_id', '=', id)]))
        .orderBy('created')
        .execute();
      const worksFor = links.filter((link) => link.distributor_id === id);
      const workedForBy = links.filter((link) => link.application_id === id);
      return {
        worksFor: await Promise.all(worksFor.map((link) => get(link.application_id))),
        workedForBy: await Promise.all(workedForBy.map((link) => get(link.distributor_id))),
      };
    },

    worksFor: async (distributorId: string, applicationId: string): Promise<boolean> =>
      (await linked.get({ distributorId, applicationId })) !== undefined,
  };
}

function checkTypes(from: Client, to: Client): void {
  checkAll(
    () => {
      if (from.type !== 'distributor')
        throw invalidField('distributor', `"${from.name}" is of type ${from.type}`);
    },
    () => {
      if (to.kind !== 'application') throw invalidField('application', `"${to.name}" is a ${to.kind}`);
    },
  );
}

const prepareLinked = (db: Db) =>
  db.prepare<{ distributorId: string; applicationId: string }>()((kysely, p) =>
    kysely
      .selectFrom('client_links')
      .select('created')
      .where('distributor_id', '=', p('distributorId'))
      .where('application_id', '=', p('applicationId')),
  );

/** When an operator acts, the entry also names the distributor, which gained or lost access. */
const entryOf = (action: AuditAction, from: Client, to: Client, by: By) => ({
  action,
  actorId: by.actorId ?? from.id,
  address: by.address,
  targetId: to.id,
  ...(by.actorId === undefined ? {} : { detail: from.id }),
});
