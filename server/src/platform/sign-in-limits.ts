import { createHash } from 'node:crypto';
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

const FREE_FAILURES = 100;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 15 * 60_000;
/**
 * How long after its last failure a key is forgotten. At the longest wait 96 tries a day are possible, so
 * forgetting 100 failures after a day without one gains an attacker nothing.
 */
const FORGOTTEN_AFTER_MS = 24 * 3600_000;
/** Maximum number of keys, about 20 MB. Beyond it the key with the oldest last failure is forgotten. */
const MAX_KEYS = 100_000;

type Streak = { failures: number; last: number; until: number };

/**
 * Creates an exponential backoff. Every key may fail 100 times in a row; then each further try waits twice as
 * long as the one before. The state is in memory: a restart clears it.
 */
function createBackoff(clock: Clock) {
  const streaks = new Map<string, Streak>();

  function streakOf(key: string): Streak | undefined {
    const streak = streaks.get(key);
    return streak && clock.monotonic() - streak.last < FORGOTTEN_AFTER_MS ? streak : undefined;
  }

  /** Stores the failures and moves the key to the end of the map, as the newest. */
  function set(key: string, failures: number): void {
    const now = clock.monotonic();
    streaks.delete(key);
    streaks.set(key, { failures, last: now, until: now + waitAfter(failures) });
    const [oldest] = streaks.keys();
    if (streaks.size > MAX_KEYS && oldest !== undefined) streaks.delete(oldest);
  }

  return {
    /** Returns how long the next try must wait; 0 when it may start now. */
    waitMs: (key: string): number => Math.max(0, (streakOf(key)?.until ?? 0) - clock.monotonic()),
    /** Makes other tries wait while this one is in progress, so that parallel tries count as one. */
    begin(key: string): void {
      const streak = streakOf(key);
      if (streak) streak.until = clock.monotonic() + waitAfter(streak.failures);
    },
    failed: (key: string): void => set(key, (streakOf(key)?.failures ?? 0) + 1),
    succeeded(key: string): void {
      streaks.delete(key);
    },
  };
}

function waitAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - FREE_FAILURES));
}
