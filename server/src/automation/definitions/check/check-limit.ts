import type { Clock } from '../../../platform/clock.ts';
import { createConcurrentCalls } from '../../../platform/concurrent-calls.ts';
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
  const bounded = createConcurrentCalls('automation_checks', MAX_AT_A_TIME);
  return (userId, check) =>
    bounded(userId, () => {
      limit.take(userId);
      return inOrder(userId, check);
    });
}
