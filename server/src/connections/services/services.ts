import type { Service, ServiceFile } from '@azulejo/contract';
import type { Insertable } from 'kysely';
import type { Audit } from '../../core/audit/index.ts';
import type { Database, Db } from '../../database/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import { deleteInBatches } from '../../platform/batch-delete.ts';
import type { Clock } from '../../platform/clock.ts';
import { invalidField, Problem } from '../../platform/problem.ts';
import { checkService } from './check-service.ts';

export type Services = ReturnType<typeof createServices>;

type Dependencies = { db: Db; clock: Clock; audit: Audit; templates: Templates };

type Stored = { readonly kind: ServiceFile['kind']; readonly service: Service };

/**
 * Manages what an operator offers in addition to devices, stored as the file says it, and the users'
 * subscriptions.
 */
export function createServices({ db, clock, audit, templates }: Dependencies) {
  const all = db.prepare<Record<never, never>>()((kysely) =>
    kysely.selectFrom('services').select(['kind', 'definition_json']).orderBy('created').orderBy('id'),
  );
  const one = db.prepare<{ id: string }>()((kysely, p) =>
    kysely.selectFrom('services').select(['kind', 'definition_json']).where('id', '=', p('id')),
  );
  const subscribed = db.prepare<{ userId: string }>()((kysely, p) =>
    kysely
      .selectFrom('service_subscriptions')
      .innerJoin('services', 'services.id', 'service_subscriptions.service_id')
      .select(['services.kind', 'services.definition_json'])
      .where('service_subscriptions.user_id', '=', p('userId'))
      .orderBy('service_subscriptions.created')
      .orderBy('services.id'),
  );

  /** Throws `not_found` naming the service. */
  async function get(id: string): Promise<Stored> {
    const row = await one.get({ id });
    if (!row) throw new Problem('not_found', { detail: `There is no service "${id.slice(0, 100)}".` });
    return toStored(row);
  }

  /** Known apps lose a whole screen to a bundle with a device that cannot be added (android-app 2.8). */
  async function requireTemplates({ profiles }: ServiceFile): Promise<void> {
    const known = new Set((await templates.list()).map(({ id }) => id));
    const unknown = profiles.find(({ id }) => !known.has(id));
    if (unknown) throw invalidField('profiles', `contain an unknown channel template: ${unknown.id}`);
  }

  return {
    get,

    /** Returns all services, oldest first. */
    list: async (): Promise<Stored[]> => (await all.all({})).map(toStored),

    /** Returns the services that the user subscribed to, oldest subscription first. */
    subscribedBy: async (userId: string): Promise<Stored[]> =>
      (await subscribed.all({ userId })).map(toStored),

    /**
     * Stores services and replaces those with the same ids. Throws `invalid_request` naming the wrong member,
     * and then stores nothing.
     */
    async import(definitions: readonly unknown[]): Promise<void> {
      const now = clock.now();
      const rows: Insertable<Database['services']>[] = [];
      for (const definition of definitions) {
        checkService(definition);
        await requireTemplates(definition);
        const { kind, ...service } = definition;
        const text = JSON.stringify(service);
        rows.push({ id: service.id, kind, definition_json: text, created: now, updated: now });
      }
      await db.write(async (tx) => {
        for (const row of rows) {
          const { kind, definition_json, updated } = row;
          await tx
            .insertInto('services')
            .values(row)
            .onConflict((conflict) => conflict.column('id').doUpdateSet({ kind, definition_json, updated }))
            .execute();
          await audit.record(tx, { action: 'service.import', targetId: row.id });
        }
      });
    },

    /** Removes the service and its subscriptions. Throws `not_found`. */
    async remove(id: string): Promise<void> {
      await get(id);
      await deleteInBatches((most) =>
        db.write((tx) =>
          tx
            .deleteFrom('service_subscriptions')
            .where('service_id', '=', id)
            .where(
              'user_id',
              'in',
              tx
                .selectFrom('service_subscriptions')
                .select('user_id')
                .where('service_id', '=', id)
                .limit(most),
            )
            .executeTakeFirstOrThrow(),
        ),
      );
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
          throw new Problem('already_there', { detail: 'This service is subscribed to already.' });
        await audit.record(tx, { action: 'service.subscribe', actorId: userId, targetId: service.id });
      });
      return service;
    },
  };
}

/** The contract was checked on import, so stored definitions are valid. */
const toStored = (row: { kind: ServiceFile['kind']; definition_json: string }): Stored => ({
  kind: row.kind,
  service: JSON.parse(row.definition_json) as Service,
});
