import type { Clock } from '../../../platform/clock.ts';
import { createRateLimit, type RateLimit } from '../../../platform/rate-limits.ts';

/** An editor checks after each pause in typing. An account with as many automations as it may have saves them in two minutes. */
const CHECKS_PER_MINUTE = 120;

/** The limit of an account's checks, each of which takes milliseconds. Saving a definition checks it too. */
export type CheckLimit = Pick<RateLimit, 'take'>;

export const createCheckLimit = (clock: Clock): CheckLimit =>
  createRateLimit('automation_checks', CHECKS_PER_MINUTE, { clock });
