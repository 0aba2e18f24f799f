import type { Audit, By } from '../../core/audit/index.ts';
import { newAuthenticator, newRecoveryCodes, type TakeCode } from '../../core/second-factor/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { KnownAddresses } from '../../database/known-addresses.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { replaceRecoveryCodes, SEALED_FOR } from './rows.ts';

/** Runs in the transaction of a change, for example to queue the mail that reports it. */
export type Along = (tx: Transaction) => Promise<void>;

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  keyring: Keyring;
  knownAddresses: KnownAddresses;
  take: TakeCode;
  since: (userId: string) => Promise<number | undefined>;
};

/** Turns the second factor on: a secret for the authenticator, confirmed by its first code. */
export function createEnrollment(dependencies: Dependencies) {
  const { db, clock, audit, keyring, knownAddresses, take, since } = dependencies;
  return {
    /** Creates a secret and replaces an unconfirmed one. Throws `already_there` when the second factor is on. */
    async begin(userId: string, label: string, issuer: string): Promise<{ secret: string; uri: string }> {
      const { secret, uri } = newAuthenticator(label, issuer);
      const fresh = { sealed: await keyring.seal(secret, SEALED_FOR), last_step: 0, created: clock.now() };
      await db.write(async (tx) => {
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('second_factors')
          .values({ user_id: userId, since: null, ...fresh })
          .onConflict((conflict) =>
            conflict.column('user_id').doUpdateSet(fresh).where('second_factors.since', 'is', null),
          )
          .executeTakeFirstOrThrow();
        if ((numInsertedOrUpdatedRows ?? 0n) === 0n) throw new ApiError('already_there');
      });
      return { secret, uri };
    },

    /**
     * Turns the second factor on and returns the recovery codes; undefined when the code is wrong. Throws
     * `already_there`.
     */
    async confirm(userId: string, code: string, by: By, along: Along): Promise<string[] | undefined> {
      if ((await since(userId)) !== undefined) throw new ApiError('already_there');
      const codes = newRecoveryCodes();
      return take(userId, code, by, async (tx) => {
        const turnedOn = await tx
          .updateTable('second_factors')
          .set({ since: clock.now() })
          .where('user_id', '=', userId)
          .where('since', 'is', null)
          .executeTakeFirstOrThrow();
        if (turnedOn.numUpdatedRows === 0n) throw new ApiError('already_there');
        await replaceRecoveryCodes(tx, userId, codes);
        // The others may be those of a thief who had the password.
        await knownAddresses.keepOnlyIn(tx, userId, by.address);
        await audit.record(tx, { action: 'user.second-factor.on', ...by, targetId: userId });
        await along(tx);
        return codes;
      });
    },
  };
}
