import type { Audit, By } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Outbound } from '../../platform/outbound/index.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';
import type { StoredService } from './stored-service.ts';

type Dependencies = { db: Db; clock: Clock; audit: Audit; outbound: Outbound };

/** An application sets one address for each of its services when it starts. */
const CHANGES_PER_MINUTE = 300;

/**
 * Creates the function that stores where the application of a service says which page activates it. Left out,
 * the address stays; null removes it. Throws `not_found` for a service of others, and `invalid_request` for an
 * address that the platform would not call.
 */
export function createSetActivation(
  { db, clock, audit, outbound }: Dependencies,
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
