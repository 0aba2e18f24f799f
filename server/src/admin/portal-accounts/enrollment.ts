import type { Audit, By } from '../../core/audit/index.ts';
import { newAuthenticator, newRecoveryCodes, type TakeCode } from '../../core/second-factor/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { KnownAddresses } from '../../database/known-addresses.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Accounts } from './accounts.ts';
import { replaceRecoveryCodes, turnOn } from './second-factor-rows.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  accounts: Accounts;
  knownAddresses: KnownAddresses;
  take: TakeCode;
};
type Owner = { id: string; email: string };

/** Turns the second factor on: a secret for the authenticator, confirmed by its first code. */
export function createEnrollment(dependencies: Dependencies) {
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
