import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { deleteInSteps } from '../../platform/in-steps.ts';
import { addressKey, createRateLimit } from '../../platform/rate-limits.ts';
import type { BoundStatement } from '../../platform/storage/index.ts';

/** Who has not come from there for a year is a stranger there again. */
const KNOWN_MS = 365 * 24 * 3600 * 1000;

/** Failures a minute. */
export type SignInLimitSettings = {
  signInFailuresPerAddress: number;
  signInFailuresPerAccountAndAddress: number;
  signInFailuresPerAccountFromNewAddresses: number;
  invalidTokensPerAddress: number;
};

/** Who tries: `userId` is undefined where the account does not exist; it is counted all the same. */
export type Attempt = { account: string; userId: string | undefined; address: string };

/**
 * Only failures count. An address from which the user did sign in before has an allowance of its own, so that
 * strangers who guess from elsewhere cannot lock the owner out.
 */
export function createSignInLimits(db: Db, clock: Clock, settings: SignInLimitSettings) {
  const byAddress = createRateLimit('address', settings.signInFailuresPerAddress);
  const byPair = createRateLimit('account-address', settings.signInFailuresPerAccountAndAddress);
  const byAccount = createRateLimit('account', settings.signInFailuresPerAccountFromNewAddresses);
  const byInvalidToken = createRateLimit('invalid-token', settings.invalidTokensPerAddress);
  const known = db.prepare<{ userId: string; address: string }>()((kysely, p) =>
    kysely
      .selectFrom('known_addresses')
      .select('last_used')
      .where('user_id', '=', p('userId'))
      .where('address', '=', p('address')),
  );
  const remember = db.prepare<{ userId: string; address: string; now: number }>()((kysely, p) =>
    kysely
      .insertInto('known_addresses')
      .values({ user_id: p('userId'), address: p('address'), last_used: p('now') })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'address']).doUpdateSet({ last_used: p('now') }),
      ),
  );

  const limitsFor = async ({ account, userId, address }: Attempt) => {
    const key = addressKey(address);
    const isKnown = userId !== undefined && (await known.get({ userId, address: key })) !== undefined;
    const pair = { limit: byPair, key: `${account}|${key}` };
    if (isKnown) return [pair];
    return [pair, { limit: byAddress, key }, { limit: byAccount, key: account }];
  };

  return {
    /** What counts for an attempt: `require` throws 429 when too many failed lately, `failed` counts one more. */
    async allowanceOf(attempt: Attempt) {
      const allowances = await limitsFor(attempt);
      return {
        async require(): Promise<void> {
          for (const { limit, key } of allowances) await limit.require(key);
        },
        async failed(): Promise<void> {
          for (const { limit, key } of allowances) await limit.count(key);
        },
      };
    },
    /** To be committed with the sign-in. */
    succeeded: (userId: string, address: string): BoundStatement =>
      remember.bind({ userId, address: addressKey(address), now: clock.now() }),
    /**
     * Exchange and client credentials: throws 429 instead of the refusal once too many tokens were invalid. A valid
     * one is always taken, for a 429 ends known managers (manager-sdk 1.4); and a random secret is not guessed.
     */
    failedToken: (address: string) => byInvalidToken.take(addressKey(address)),
    /** Forgets the addresses from which nobody signed in for a year. */
    prune: () =>
      deleteInSteps((limit) =>
        db.write((tx) => {
          const due = tx
            .selectFrom('known_addresses')
            .select(['user_id', 'address'])
            .where('last_used', '<', clock.now() - KNOWN_MS)
            .limit(limit);
          return tx
            .deleteFrom('known_addresses')
            .where((eb) => eb(eb.refTuple('user_id', 'address'), 'in', due.$asTuple('user_id', 'address')))
            .executeTakeFirstOrThrow();
        }),
      ),
  };
}

export type SignInLimits = ReturnType<typeof createSignInLimits>;
