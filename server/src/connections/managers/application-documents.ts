import type { By } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { ApplicationClient, Applications } from '../../identity/applications/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Outbound } from '../../platform/outbound/index.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';

/** Addresses by name, as the application chose them. */
export type QuoteActions = Readonly<Record<string, string>>;

type ApplicationRecord = { readonly client: ApplicationClient; readonly quoteActions: QuoteActions };

type Dependencies = { db: Db; clock: Clock; applications: Applications; outbound: Outbound };

/** Applications set their addresses when they start; one that retries without a pause is throttled. */
const CHANGES_PER_MINUTE = 60;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

export type ApplicationDocuments = ReturnType<typeof createApplicationDocuments>;

/**
 * Stores what application managers say about their application when they start (managers 1.7). The platform
 * has no quotes, so it calls none of these addresses.
 */
export function createApplicationDocuments({ db, clock, applications, outbound }: Dependencies) {
  const stored = prepareStored(db);
  const limit = createRateLimit('application_webhooks', CHANGES_PER_MINUTE);

  /** Throws `not_found`, also for a client that is not an application. */
  async function get(applicationId: string): Promise<ApplicationRecord> {
    const client = await applications.findById(applicationId);
    if (client?.kind !== 'application') throw new ApiError('not_found');
    const row = await stored.get({ applicationId });
    return { client, quoteActions: row ? (JSON.parse(row.quoteActionsJson) as QuoteActions) : {} };
  }

  return {
    get,

    /**
     * Replaces the addresses, all or none, and returns the valid confirmation hash, which is a new one when they
     * changed. Throws `invalid_request` naming the wrong one.
     */
    async update(applicationId: string, wanted: QuoteActions | undefined, by: By): Promise<string> {
      limit.take(applicationId);
      for (const [name, url] of Object.entries(wanted ?? {})) {
        if (!NAME.test(name))
          throw invalidField('quote_actions', 'must have names of letters, digits, dots, hyphens and _');
        const reason = outbound.refuseUrl(url);
        if (reason !== undefined) throw invalidField(`quote_actions.${name}`, reason);
      }
      const { client, quoteActions } = await get(applicationId);
      if (wanted === undefined || isEqual(wanted, quoteActions)) return client.confirmationHash;
      const values = { quote_actions_json: JSON.stringify(wanted), updated: clock.now() };
      const detail = Object.keys(wanted).join(', ');
      return db.write(async (tx) => {
        await tx
          .insertInto('application_webhooks')
          .values({ application_id: applicationId, ...values })
          .onConflict((conflict) => conflict.column('application_id').doUpdateSet(values))
          .execute();
        const entry = { ...by, action: 'application.webhooks', detail } as const;
        return applications.renewConfirmationHash(tx, applicationId, entry);
      });
    },
  };
}

function isEqual(one: QuoteActions, other: QuoteActions): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && one[name] === other[name])
  );
}

const prepareStored = (db: Db) =>
  db.prepare<{ applicationId: string }>()((kysely, p) =>
    kysely
      .selectFrom('application_webhooks')
      .select('quote_actions_json as quoteActionsJson')
      .where('application_id', '=', p('applicationId')),
  );
