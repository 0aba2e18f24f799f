import type { Service, ServiceFile } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { deleteInBatches } from '../../platform/batch-delete.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Outbound } from '../../platform/outbound/index.ts';
import { createPageOf } from './activation.ts';
import { createImport } from './import-services.ts';
import { createSetActivation } from './set-activation.ts';
import type { StoredService } from './stored-service.ts';

export type Services = ReturnType<typeof createServices>;

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  applications: Applications;
  outbound: Outbound;
  templates: Templates;
};

/**
 * Manages what an operator offers in addition to devices, stored as the file says it, and the users'
 * subscriptions.
 */
export function createServices(dependencies: Dependencies) {
  const { db, clock, audit } = dependencies;
  const { all, one, subscribed } = prepare(db);

  async function find(id: string): Promise<StoredService | undefined> {
    const row = await one.get({ id });
    return row && toStored(row);
  }

  /** Throws `not_found` naming the service. */
  async function get(id: string): Promise<StoredService> {
    const found = await find(id);
    if (!found) throw new ApiError('not_found', { detail: `There is no service "${id.slice(0, 100)}".` });
    return found;
  }

  return {
    get,
    import: createImport(dependencies),
    setActivation: createSetActivation(dependencies, find),
    pageOf: createPageOf(dependencies),

    /** Returns all services, oldest first. */
    list: async (): Promise<StoredService[]> => (await all.all({})).map(toStored),

    /** Returns the services that the user subscribed to, oldest subscription first. */
    subscribedBy: async (userId: string): Promise<StoredService[]> =>
      (await subscribed.all({ userId })).map(toStored),

    /** Removes the service and its subscriptions. Throws `not_found`. */
    async remove(id: string): Promise<void> {
      await get(id);
      await endSubscriptions(db, id);
      await db.write(async (tx) => {
        await tx.deleteFrom('services').where('id', '=', id).execute();
        await audit.record(tx, { action: 'service.remove', targetId: id });
      });
    },

    /** Subscribes the user. Throws `already_there` when the user is subscribed. */
    async subscribe(userId: string, serviceId: string): Promise<Service> {
      const { service } = await get(serviceId);
      await db.write(async (tx) => {
        const inserted = await tx
          .insertInto('service_subscriptions')
          .values({ user_id: userId, service_id: service.id, created: clock.now() })
          .onConflict((conflict) => conflict.doNothing())
          .returning('service_id')
          .executeTakeFirst();
        if (!inserted)
          throw new ApiError('already_there', { detail: 'The user already subscribes to this service.' });
        await audit.record(tx, { action: 'service.subscribe', actorId: userId, targetId: service.id });
      });
      return service;
    },
  };
}

/** Removes the subscriptions of a service. */
function endSubscriptions(db: Db, id: string): Promise<void> {
  return deleteInBatches((most) =>
    db.write((tx) =>
      tx
        .deleteFrom('service_subscriptions')
        .where('service_id', '=', id)
        .where(
          'user_id',
          'in',
          tx.selectFrom('service_subscriptions').select('user_id').where('service_id', '=', id).limit(most),
        )
        .executeTakeFirstOrThrow(),
    ),
  );
}

const columns = [
  'services.kind',
  'services.definition_json as definitionJson',
  'services.application_id as applicationId',
  'services.activation_uri as activationUri',
] as const;

type Row = {
  kind: ServiceFile['kind'];
  definitionJson: string;
  applicationId: string | null;
  activationUri: string | null;
};

/** Reads a stored definition, which is valid because it was checked on import. */
const toStored = ({ kind, definitionJson, applicationId, activationUri }: Row): StoredService => ({
  kind,
  service: JSON.parse(definitionJson) as Service,
  applicationId: applicationId ?? undefined,
  activationUri: activationUri ?? undefined,
});

function prepare(db: Db) {
  return {
    all: db.prepare<Record<never, never>>()((kysely) =>
      kysely.selectFrom('services').select(columns).orderBy('created').orderBy('id'),
    ),
    one: db.prepare<{ id: string }>()((kysely, p) =>
      kysely.selectFrom('services').select(columns).where('id', '=', p('id')),
    ),
    subscribed: db.prepare<{ userId: string }>()((kysely, p) =>
      kysely
        .selectFrom('service_subscriptions')
        .innerJoin('services', 'services.id', 'service_subscriptions.service_id')
        .select(columns)
        .where('service_subscriptions.user_id', '=', p('userId'))
        .orderBy('service_subscriptions.created')
        .orderBy('services.id'),
    ),
  };
}
