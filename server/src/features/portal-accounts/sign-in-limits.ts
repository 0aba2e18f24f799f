import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Allowance, createFailureLimits, type FailureLimits } from '../../platform/failure-limits.ts';
import { deleteInSteps } from '../../platform/in-steps.ts';
import { addressKey, createRateLimit } from '../../platform/rate-limits.ts';

const KNOWN_MS = 365 * 24 * 3600 * 1000;
/** Of a million codes three are right at a time: so many guesses an hour find one in four years. */
const WRONG_CODES_AN_HOUR = 10;

export type PortalLimitSettings = FailureLimits & { invalidTokensPerAddress: number };

export type PortalLimits = ReturnType<typeof createPortalLimits>;

/** As those of users, counted apart: who guesses at one door does not close the other. */
export function createPortalLimits(db: Db, clock: Clock, settings: PortalLimitSettings) {
  const failures = createFailureLimits('portal-', settings);
  const codes = createRateLimit('portal-code', WRONG_CODES_AN_HOUR, 3600);
  const links = createRateLimit('portal-link', settings.invalidTokensPerAddress);
  const known = db.prepare<{ accountId: string; address: string }>()((kysely, p) =>
    kysely
      .selectFrom('portal_known_addresses')
      .select('last_used')
      .where('account_id', '=', p('accountId'))
      .where('address', '=', p('address')),
  );

  return {
    /** `email` is counted whether it has an account or not. */
    async passwordAllowance(
      email: string,
      accountId: string | undefined,
      address: string,
    ): Promise<Allowance> {
      const key = addressKey(address);
      const isKnownAddress =
        accountId !== undefined && (await known.get({ accountId, address: key })) !== undefined;
      return failures({ account: email, address, isKnownAddress });
    },
    /** Only who knows the password comes as far as a code, so it is the account that is counted; before the look, so that guesses at once count, too. */
    codes,
    /** Throws `too_many_requests` once too many links from there were none. */
    failedLink: (address: string) => links.take(addressKey(address)),

    async rememberIn(tx: Transaction, accountId: string, address: string): Promise<void> {
      const last_used = clock.now();
      await tx
        .insertInto('portal_known_addresses')
        .values({ account_id: accountId, address: addressKey(address), last_used })
        .onConflict((conflict) => conflict.columns(['account_id', 'address']).doUpdateSet({ last_used }))
        .execute();
    },

    prune: (): Promise<void> =>
      deleteInSteps((limit) =>
        db.write((tx) => {
          const due = tx
            .selectFrom('portal_known_addresses')
            .select(['account_id', 'address'])
            .where('last_used', '<', clock.now() - KNOWN_MS)
            .limit(limit);
          return tx
            .deleteFrom('portal_known_addresses')
            .where((eb) =>
              eb(eb.refTuple('account_id', 'address'), 'in', due.$asTuple('account_id', 'address')),
            )
            .executeTakeFirstOrThrow();
        }),
      ),
  };
}
