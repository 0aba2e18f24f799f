import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createRateLimit } from '../../../platform/rate-limits.ts';
import { createSerializer } from '../../../platform/serialize-by-key.ts';

/** An editor checks after each pause in typing. An account with as many automations as it may have saves them in two minutes. */
const CHECKS_PER_MINUTE = 120;
/** Checks of an account that wait or run, each with a definition of up to 32 KB. */
const MAX_AT_A_TIME = 20;

/**
 * Runs the checks of one account one after another: each takes milliseconds, so that several would make others wait in
 * every turn of the event loop. Saving a definition checks it too. Throws `too_many_requests`.
 */
export type CheckLimit = <T>(userId: string, check: () => Promise<T>) => Promise<T>;

export function createCheckLimit(clock: Clock): CheckLimit {
  const limit = createRateLimit('automation_checks', CHECKS_PER_MINUTE, { clock });
  const inOrder = createSerializer();
  const underWay = new Map<string, number>();
  return async (userId, check) => {
    const others = underWay.get(userId) ?? 0;
    if (others >= MAX_AT_A_TIME) throw new ApiError('too_many_requests');
    limit.take(userId);
    underWay.set(userId, others + 1);
    try {
      return await inOrder(userId, check);
    } finally {
      const left = (underWay.get(userId) ?? 1) - 1;
      if (left === 0) underWay.delete(userId);
      else underWay.set(userId, left);
    }
  };
}
