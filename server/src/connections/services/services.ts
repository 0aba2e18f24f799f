import type { Service, ServiceFile } from '@azulejo/contract';
import type { Audit, By } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { deleteInBatches } from '../../platform/batch-delete.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Outbound, OutboundError, type OutboundReply } from '../../platform/outbound/index.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';
import { createImport } from './import-services.ts';

type StoredService = {
  readonly kind: ServiceFile['kind'];
  readonly service: Service;
  /** The application that activates it; undefined while only the operator's page does. */
  readonly applicationId: string | undefined;
  /** Where that application says on which page a user authorizes it. */
  readonly activationUri: string | undefined;
};

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

type ActivationDependencies = { applications: Applications; outbound: Outbound };

/** People wait for it, as for `authorize` of a manager. */
const TIMEOUT_MS = 8_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_URL_LENGTH = 2_000;

/**
 * Returns the function that finds the page on which a user authorizes a service: where its application says,
 * else the one in the operator's file (managers 1.7). An application that is disabled is not asked. Throws
 * `maker_failed` or `maker_late`.
 */
function createPageOf({ applications, outbound }: ActivationDependencies) {
  return async ({ service, applicationId, activationUri: url }: StoredService): Promise<string> => {
    const application = applicationId === undefined ? undefined : await applications.findById(applicationId);
    if (application?.state !== 'enabled' || url === undefined) return service.authorizationUrl;
    // The public SDK answers anybody there: the call has no credentials, and says nothing about the user.
    const reply = await outbound
      .send({
        party: application.id,
        purpose: 'activation',
        method: 'GET',
        url,
        headers: { accept: 'application/json' },
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_ANSWER_BYTES,
      })
      .catch((error: unknown) => {
        throw error instanceof OutboundError ? toApiError(error) : error;
      });
    return pageIn(reply);
  };
}

function toApiError(cause: OutboundError): ApiError {
  if (cause.failure === 'timeout')
    return new ApiError('maker_late', { detail: 'The service did not answer in time.', cause });
  return failure('it could not be reached', cause);
}

const failure = (reason: string, cause?: unknown): ApiError =>
  new ApiError('maker_failed', { detail: `The service sent an unexpected response: ${reason}.`, cause });

/** Returns the page that the application named. Only web pages: an app opens the URL. */
function pageIn({ status, text }: OutboundReply): string {
  if (status !== 200) throw failure(`it answered with ${status}`);
  const url = urlIn(text);
  const parsed = typeof url === 'string' && url.length <= MAX_URL_LENGTH ? URL.parse(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw failure('it did not say which page to open');
  if (parsed.username !== '' || parsed.password !== '') throw failure('its page has a user name');
  return parsed.href;
}

function urlIn(text: string): unknown {
  try {
    const { location } = JSON.parse(text) as { location?: { url?: unknown } };
    return location?.url;
  } catch {
    return undefined;
  }
}

type SetActivationDependencies = { db: Db; clock: Clock; audit: Audit; outbound: Outbound };

/** An application sets one address for each of its services when it starts. */
const CHANGES_PER_MINUTE = 300;

/**
 * Creates the function that stores where the application of a service says which page activates it. Left out,
 * the address stays; null removes it. Throws `not_found` for a service of others, and `invalid_request` for an
 * address that the platform would not call.
 */
function createSetActivation(
  { db, clock, audit, outbound }: SetActivationDependencies,
  find: (id: string) => Promise<StoredService | undefined>,
) {
  const limit = createRateLimit('application_webhooks', CHANGES_PER_MINUTE);
  return async (
    applicationId: string,
    id: string,
    wanted: string | null | undefined,
    by: By,
  ): Promise<StoredService> => {
    limit.take(applicationId);
    const found = await find(id);
    if (found?.applicationId !== applicationId) throw new ApiError('not_found');
    const reason = wanted ? outbound.refuseUrl(wanted) : undefined;
    if (reason !== undefined) throw invalidField('activation_uri', reason);
    const activationUri = wanted === undefined ? found.activationUri : (wanted ?? undefined);
    if (activationUri === found.activationUri) return found;
    await db.write(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('services')
        .set({ activation_uri: activationUri ?? null, updated: clock.now() })
        .where('id', '=', id)
        .where('application_id', '=', applicationId)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw new ApiError('not_found');
      await audit.record(tx, { ...by, action: 'service.activation', targetId: id });
    });
    return { ...found, activationUri };
  };
}
