import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Allowance, createFailureLimits, type FailureLimits } from '../../platform/failure-limits.ts';
import { deleteInSteps } from '../../platform/in-steps.ts';
import { addressKey, createRateLimit } from '../../platform/rate-limits.ts';
import type { BoundStatement } from '../../platform/storage/index.ts';

/** Who has not come from there for a year is a stranger there again. */
const KNOWN_MS = 365 * 24 * 3600 * 1000;

export type SignInLimitSettings = FailureLimits & {
  /** A minute. */
  invalidTokensPerAddress: number;
};

/** Who tries: `userId` is undefined where the account does not exist; it is counted all the same. */
export type Attempt = { account: string; userId: string | undefined; address: string };

/** Of users: an address is known from which the user signed in within a year. */
export function createSignInLimits(db: Db, clock: Clock, settings: SignInLimitSettings) {
  const failures = createFailureLimits('', settings);
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

  return {
    async allowanceOf({ account, userId, address }: Attempt): Promise<Allowance> {
      const key = addressKey(address);
      const isKnownAddress =
        userId !== undefined && (await known.get({ userId, address: key })) !== undefined;
      return failures({ account, address, isKnownAddress });
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
