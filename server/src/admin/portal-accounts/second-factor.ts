import type { Audit, By } from '../../core/audit/index.ts';
import {
  createTakeCode,
  newAuthenticator,
  newRecoveryCodes,
  type TakeCode,
} from '../../core/second-factor/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { KnownAddresses } from '../../database/known-addresses.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SharedWindows } from '../../platform/shared-windows.ts';
import type { Accounts } from './accounts.ts';
import {
  clearSecondFactor,
  codeStore,
  countRecoveryCodes,
  replaceRecoveryCodes,
  turnOn,
} from './second-factor-rows.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  accounts: Accounts;
  knownAddresses: KnownAddresses;
  strictWindows: SharedWindows;
};

/** The limit of wrong codes, and how refused ones are audited. */
const NAMES = { limit: 'portal_codes', refusal: 'portal.code.refused' } as const;

export type SecondFactor = ReturnType<typeof createSecondFactor>;

/**
 * Manages authenticator codes (RFC 6238), and recovery codes for lost authenticators. Each code is accepted
 * once.
 */
export function createSecondFactor(dependencies: Dependencies) {
  const { db, clock, audit, accounts, knownAddresses } = dependencies;
  const store = codeStore(db, clock);
  const take = createTakeCode({ ...dependencies, store, isKnown: knownAddresses.has, ...NAMES });
  const clearIn = (tx: Transaction, accountId: string) => clearSecondFactor(tx, accountId, clock.now());

  /** Throws `not_found` unless the second factor is on. */
  async function requireOn(accountId: string): Promise<void> {
    const { secondFactorSince } = await accounts.get(accountId);
    if (secondFactorSince === undefined) throw new ApiError('not_found');
  }

  return {
    take,
    clearIn,
    ...createEnrollment({ db, clock, audit, accounts, knownAddresses, take }),
    codesLeft: (accountId: string): Promise<number> => countRecoveryCodes(db, accountId),

    /**
     * Replaces the recovery codes and returns the new ones; undefined when the code is wrong. Throws
     * `not_found`.
     */
    async renewRecoveryCodes(id: string, code: string, by: By) {
      await requireOn(id);
      const codes = newRecoveryCodes();
      return take(id, code, by, async (tx) => {
        await replaceRecoveryCodes(tx, id, codes);
        await audit.record(tx, { action: 'portal.recovery-codes.renew', ...by, targetId: id });
        return codes;
      });
    },

    /** Turns the second factor off. Returns undefined when the code is wrong. Throws `not_found`. */
    async remove(id: string, code: string, by: By) {
      await requireOn(id);
      return take(id, code, by, async (tx) => {
        await clearIn(tx, id);
        await audit.record(tx, { action: 'portal.second-factor.off', ...by, targetId: id });
        return true as const;
      });
    },

    /**
     * Turns it off for someone who lost both authenticator and recovery codes, and ends the account's
     * sessions and access tokens. Throws `not_found`.
     */
    reset: (id: string, by: By) =>
      db.write(async (tx) => {
        const account = await accounts.getIn(tx, id);
        await clearIn(tx, id);
        await accounts.endSessions(tx, id);
        await accounts.endTokens(tx, id);
        await audit.record(tx, { action: 'portal.second-factor.reset', ...by, targetId: id });
        return { ...account, secondFactorSince: undefined };
      }),
  };
}

type EnrollmentDependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  accounts: Accounts;
  knownAddresses: KnownAddresses;
  take: TakeCode;
};
type Owner = { id: string; email: string };

/** Turns the second factor on: a secret for the authenticator, confirmed by its first code. */
function createEnrollment(dependencies: EnrollmentDependencies) {
  const { db, clock, audit, accounts, knownAddresses, take } = dependencies;

  /** Throws `already_there` unless the second factor is off. */
  async function requireOffIn(tx: Transaction, accountId: string): Promise<void> {
    const { secondFactorSince } = await accounts.getIn(tx, accountId);
    if (secondFactorSince !== undefined) throw new ApiError('already_there');
  }

  return {
    /** Creates a secret for the authenticator and replaces an unconfirmed one. Throws `already_there`. */
    async begin({ id, email }: Owner): Promise<{ secret: string; uri: string }> {
      const { secret, uri } = newAuthenticator(email);
      await db.write(async (tx) => {
        await requireOffIn(tx, id);
        await tx.updateTable('portal_accounts').set({ totp_secret: secret }).where('id', '=', id).execute();
      });
      return { secret, uri };
    },

    /**
     * Turns the second factor on and returns the recovery codes; undefined when the code is wrong. Throws
     * `already_there`.
     */
    async confirm(id: string, code: string, { sessionId, ...by }: By & { sessionId: string }) {
      const codes = newRecoveryCodes();
      return take(id, code, by, async (tx) => {
        await requireOffIn(tx, id);
        await turnOn(tx, id, clock.now());
        await replaceRecoveryCodes(tx, id, codes);
        await accounts.endSessions(tx, id, sessionId);
        // The others may be those of a thief who had the password.
        await knownAddresses.keepOnlyIn(tx, id, by.address);
        await audit.record(tx, { action: 'portal.second-factor.on', ...by, targetId: id });
        return codes;
      });
    },
  };
}
