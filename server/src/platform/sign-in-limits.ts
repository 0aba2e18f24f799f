import { createHash } from 'node:crypto';
import type { Clock } from './clock.ts';
import { addressKey, networkOf } from './network.ts';
import {
  createIdOf,
  createNetworkLimit,
  createRateLimit,
  requireNoWait,
  type Strict,
} from './rate-limits.ts';
import type { Learning, SharedWindow } from './shared-windows.ts';

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
  /** All servers count the failures of the form together. */
  strict: Strict;
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

type FailureLimits = ReturnType<typeof createFailureLimits>;

/** Creates the counters of failures. */
const createFailureLimits = ({ settings, clock, strict }: Omit<Dependencies, 'isKnown'>) => {
  const of = (as: string) => ({ clock, strict: { ...strict, as: `${strict.as} ${as}` } });
  return {
    byNetwork: createNetworkLimit(LIMIT, settings.signInFailuresPerAddress, of('address')),
    byPair: createRateLimit(LIMIT, settings.signInFailuresPerAccountAndAddress, of('pair')),
    byAccount: createRateLimit(LIMIT, settings.signInFailuresPerAccountFromNewAddresses, of('account')),
    byAll: createRateLimit(LIMIT, settings.signInFailuresPerAddress * PLATFORM_SHARE, of('all')),
    whileAllFail: createRateLimit(LIMIT, 1, of('account while all fail')),
    backoff: createBackoff(of('streak')),
    byInvalidToken: createNetworkLimit('invalid_tokens', settings.invalidTokensPerAddress, of('token')),
  };
};

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
export function createSignInLimits({ isKnown, ...dependencies }: Dependencies) {
  const limits = createFailureLimits(dependencies);
  const { byPair, backoff, byInvalidToken } = limits;
  const { learn } = dependencies.strict.windows;

  function ofKnown(account: string, address: string) {
    const pair = `${account}|${addressKey(address)}`;
    return {
      learning: [...byPair.learning(pair), ...backoff.learning(account)],
      require: () => requireNoWait(byPair.waitMs(pair), LIMIT),
      failed: () => byPair.count(pair),
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
      const { learning, ...allowance } = isKnownHere
        ? ofKnown(key, address)
        : ofStranger(limits, key, address);
      await learn(learning);
      return allowance;
    },
    /**
     * Counts an invalid refresh token, code, client secret or link, and throws 429 when there were too many.
     * A valid one is always accepted, because known managers stop on a 429 (manager-sdk 1.4) and random
     * secrets cannot be guessed.
     */
    failedToken: byInvalidToken.takeStrictly,
  };
}

/** Returns the limits of an attempt from an address from which the account never signed in. */
function ofStranger(limits: FailureLimits, account: string, address: string) {
  const { byNetwork, byPair, byAccount, byAll, whileAllFail, backoff } = limits;
  const pair = `${account}|${networkOf(address)}`;
  return {
    learning: [
      ...byPair.learning(pair),
      ...byNetwork.learning(address),
      ...byAccount.learning(account),
      ...byAll.learning(''),
      ...whileAllFail.learning(account),
      ...backoff.learning(account),
    ],
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
 * long as the one before.
 */
function createBackoff({ clock, strict }: { clock: Clock; strict: Strict }) {
  const streaks = new Map<string, Streak>();
  const idOf = createIdOf(strict.as);

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

  const share = (key: string) =>
    strict.windows.set({
      id: idOf(key),
      points: streakOf(key)?.failures ?? 0,
      end: clock.now() + FORGOTTEN_AFTER_MS,
    });

  return {
    /** Returns how long the next try must wait; 0 when it may start now. */
    waitMs: (key: string): number => Math.max(0, (streakOf(key)?.until ?? 0) - clock.monotonic()),
    /** Makes other tries wait while this one is in progress, so that parallel tries count as one. */
    begin(key: string): void {
      const streak = streakOf(key);
      if (streak) streak.until = clock.monotonic() + waitAfter(streak.failures);
    },
    failed(key: string): void {
      set(key, (streakOf(key)?.failures ?? 0) + 1);
      share(key);
    },
    succeeded(key: string): void {
      if (streaks.delete(key)) share(key);
    },
    learning(key: string): Learning[] {
      const learn = ({ points, end }: SharedWindow) => {
        const { failures = 0 } = streakOf(key) ?? {};
        if (points === 0) streaks.delete(key);
        else if (points > failures && end > clock.now()) set(key, points);
      };
      return [{ id: idOf(key), learn }];
    },
  };
}

function waitAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - FREE_FAILURES));
}
