import { createHash } from 'node:crypto';
import { createBackoff } from './backoff.ts';
import type { Clock } from './clock.ts';
import { addressKey, networkOf } from './network.ts';
import { createNetworkLimit, createRateLimit, requireNoWait } from './rate-limits.ts';

/** The name of the limit of failed sign-ins in the metrics. */
const LIMIT = 'sign_in_failures';

/** All limits are per minute. */
export type SignInLimitSettings = {
  signInFailuresPerAddress: number;
  signInFailuresPerAccountAndAddress: number;
  signInFailuresPerAccountFromNewAddresses: number;
  invalidTokensPerAddress: number;
};

/** How many times the limit of one network all strange networks have together. */
const PLATFORM_SHARE = 10;

type Dependencies = {
  clock: Clock;
  settings: SignInLimitSettings;
  /** Resolves to whether the owner of the account has signed in from the address before. */
  isKnown(ownerId: string, address: string): Promise<boolean>;
};

/**
 * An attempt to sign in. `ownerId` is undefined when the account does not exist; the attempt counts all the
 * same.
 */
type Attempt = { account: string; ownerId: string | undefined; address: string };

export type SignInLimits = ReturnType<typeof createSignInLimits>;

/** Creates the counters of failures. */
const createFailureLimits = (settings: Dependencies['settings'], clock: Dependencies['clock']) => ({
  byNetwork: createNetworkLimit(LIMIT, settings.signInFailuresPerAddress, clock),
  byPair: createRateLimit(LIMIT, settings.signInFailuresPerAccountAndAddress, { clock }),
  byAccount: createRateLimit(LIMIT, settings.signInFailuresPerAccountFromNewAddresses, { clock }),
  byAll: createRateLimit(LIMIT, settings.signInFailuresPerAddress * PLATFORM_SHARE, { clock }),
  whileAllFail: createRateLimit(LIMIT, 1, { clock }),
  backoff: createBackoff(clock),
});

/**
 * Creates the limits of one sign-in form. Only failures count.
 *
 * 1. An address from which the account has signed in before has its own limit and no other, so that strangers
 *    who guess from elsewhere cannot lock the owner out.
 * 2. From other addresses, the network, the wide network around it, the account in the network, and the
 *    account are limited.
 * 3. All strange addresses together have a budget. While it is used up, each account has one failure a minute
 *    from them, so that hundreds of networks do not multiply the limits and people with a new phone still get
 *    in.
 * 4. After 100 failures of an account in a row from other addresses, each further try waits longer until a
 *    sign-in succeeds.
 */
export function createSignInLimits({ clock, settings, isKnown }: Dependencies) {
  const { byNetwork, byPair, byAccount, byAll, whileAllFail, backoff } = createFailureLimits(settings, clock);
  const byInvalidToken = createNetworkLimit('invalid_tokens', settings.invalidTokensPerAddress, clock);

  function ofKnown(account: string, address: string) {
    const pair = `${account}|${addressKey(address)}`;
    return {
      require: () => requireNoWait(byPair.waitMs(pair), LIMIT),
      failed: () => byPair.count(pair),
      succeeded: () => backoff.succeeded(account),
    };
  }

  function ofStranger(account: string, address: string) {
    const pair = `${account}|${networkOf(address)}`;
    return {
      require() {
        const waits = [
          byPair.waitMs(pair),
          byNetwork.waitMs(address),
          byAccount.waitMs(account),
          byAll.waitMs('') > 0 ? whileAllFail.waitMs(account) : 0,
          backoff.waitMs(account),
        ];
        requireNoWait(Math.max(...waits), LIMIT);
        backoff.begin(account);
      },
      failed() {
        byPair.count(pair);
        byNetwork.count(address);
        byAccount.count(account);
        byAll.count('');
        whileAllFail.count(account);
        backoff.failed(account);
      },
      succeeded: () => backoff.succeeded(account),
    };
  }

  return {
    /**
     * Returns the limits for an attempt. `require` throws 429 with `Retry-After`; afterwards the caller
     * reports `failed` or `succeeded`.
     */
    async allowanceOf({ account, ownerId, address }: Attempt) {
      // Hashed, because an account name may be as long as a request.
      const key = createHash('sha256').update(account).digest('base64');
      const isKnownHere = ownerId !== undefined && (await isKnown(ownerId, address));
      return isKnownHere ? ofKnown(key, address) : ofStranger(key, address);
    },
    /**
     * Counts an invalid refresh token, code, client secret or link, and throws 429 when there were too many.
     * A valid one is always accepted, because known managers stop on a 429 (manager-sdk 1.4) and random
     * secrets cannot be guessed.
     */
    failedToken: (address: string): void => byInvalidToken.take(address),
  };
}
