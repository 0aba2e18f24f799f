import { createHash } from 'node:crypto';
import { createBackoff } from './backoff.ts';
import type { Clock } from './clock.ts';
import { addressKey, networkOf } from './network.ts';
import { createNetworkLimit, createRateLimit, requireNoWait } from './rate-limits.ts';

/** A minute. */
export type SignInLimitSettings = {
  signInFailuresPerAddress: number;
  signInFailuresPerAccountAndAddress: number;
  signInFailuresPerAccountFromNewAddresses: number;
  invalidTokensPerAddress: number;
};

type Dependencies = {
  clock: Clock;
  settings: SignInLimitSettings;
  /** Whether the owner of the account signed in from the address before. */
  isKnown(ownerId: string, address: string): Promise<boolean>;
};

/** Who tries: `ownerId` is undefined where the account does not exist; it is counted all the same. */
type Attempt = { account: string; ownerId: string | undefined; address: string };

export type SignInLimits = ReturnType<typeof createSignInLimits>;

/**
 * The limits of one place to sign in. Only failures count.
 *
 * 1. An address from which the account signed in before has an allowance of its own and no other limit, so that
 *    strangers who guess elsewhere cannot lock the owner out.
 * 2. Elsewhere the network, the wide network around it, the account with the network, and the account have a limit.
 * 3. After 100 failures of an account in a row from there, each further try waits longer, until a sign-in succeeds.
 */
export function createSignInLimits({ clock, settings, isKnown }: Dependencies) {
  const byNetwork = createNetworkLimit(settings.signInFailuresPerAddress, clock);
  const byPair = createRateLimit(settings.signInFailuresPerAccountAndAddress, { clock });
  const byAccount = createRateLimit(settings.signInFailuresPerAccountFromNewAddresses, { clock });
  const backoff = createBackoff(clock);
  const byInvalidToken = createNetworkLimit(settings.invalidTokensPerAddress, clock);

  function ofKnown(account: string, address: string) {
    const pair = `${account}|${addressKey(address)}`;
    return {
      require: () => requireNoWait(byPair.waitMs(pair)),
      failed: () => byPair.count(pair),
      succeeded: () => backoff.succeeded(account),
    };
  }

  function ofStranger(account: string, address: string) {
    const pair = `${account}|${networkOf(address)}`;
    return {
      require() {
        requireNoWait(
          Math.max(
            byPair.waitMs(pair),
            byNetwork.waitMs(address),
            byAccount.waitMs(account),
            backoff.waitMs(account),
          ),
        );
        backoff.begin(account);
      },
      failed() {
        byPair.count(pair);
        byNetwork.count(address);
        byAccount.count(account);
        backoff.failed(account);
      },
      succeeded: () => backoff.succeeded(account),
    };
  }

  return {
    /** What counts for an attempt: `require` throws 429 with `Retry-After`; then it either `failed` or `succeeded`. */
    async allowanceOf({ account, ownerId, address }: Attempt) {
      // A name may be as long as a request.
      const key = createHash('sha256').update(account).digest('base64');
      const isKnownHere = ownerId !== undefined && (await isKnown(ownerId, address));
      return isKnownHere ? ofKnown(key, address) : ofStranger(key, address);
    },
    /**
     * Of refresh tokens, codes, client secrets and links: throws 429 instead of the refusal once too many were invalid.
     * A valid one is always taken, for a 429 ends known managers (manager-sdk 1.4); and a random secret is not guessed.
     */
    failedToken: (address: string): void => byInvalidToken.take(address),
  };
}
