import { createNetworkLimit, createRateLimit } from '../../platform/rate-limits.ts';
import type { SharedWindows } from '../../platform/shared-windows.ts';

type Dependencies = { strictWindows: SharedWindows; resetsPerAddress: number; resetsPerAccount: number };

const HOUR_SECONDS = 3600;

/** Creates the limits of mails that somebody may ask for: a minute for an address, an hour for an account. */
export function createMailLimits(
  name: 'password_resets' | 'email_changes',
  { strictWindows: windows, resetsPerAddress, resetsPerAccount }: Dependencies,
) {
  return {
    byAddress: createNetworkLimit(name, resetsPerAddress, { strict: { windows, as: `${name} of address` } }),
    byAccount: createRateLimit(name, resetsPerAccount, {
      windowSeconds: HOUR_SECONDS,
      strict: { windows, as: `${name} of account` },
    }),
  };
}
