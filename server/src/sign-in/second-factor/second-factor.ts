import type { Audit, By } from '../../core/audit/index.ts';
import { createTakeCode, newRecoveryCodes } from '../../core/second-factor/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import { createKnownAddresses } from '../../database/known-addresses.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { type Along, createEnrollment } from './enrollment.ts';
import { createReseal } from './reseal.ts';
import { codeStore, replaceRecoveryCodes } from './rows.ts';

type Dependencies = { db: Db; clock: Clock; audit: Audit; keyring: Keyring };

/** The limit of wrong codes, and how refused ones are audited. */
const NAMES = { limit: 'user_codes', refusal: 'user.code.refused' } as const;

export type SecondFactor = ReturnType<typeof createSecondFactor>;

/** Manages users' authenticator codes (RFC 6238), and recovery codes for lost authenticators. */
export function createSecondFactor(dependencies: Dependencies) {
  const { db, clock, audit } = dependencies;
  const store = codeStore(dependencies);
  const knownAddresses = createKnownAddresses(db, clock, { table: 'known_addresses', owner: 'user_id' });
  const take = createTakeCode({ db, clock, audit, store, isKnown: knownAddresses.has, ...NAMES });

  /** Returns since when codes are asked for; undefined when they are not. */
  async function since(userId: string): Promise<number | undefined> {
    const rows = db.read.selectFrom('second_factors').select('since').where('user_id', '=', userId);
    return (await rows.executeTakeFirst())?.since ?? undefined;
  }

  async function clear(tx: Transaction, userId: string): Promise<boolean> {
    await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    const removed = tx.deleteFrom('second_factors').where('user_id', '=', userId);
    return (await removed.executeTakeFirstOrThrow()).numDeletedRows > 0n;
  }

  return {
    take,
    since,
    reseal: createReseal(dependencies),
    codesLeft: (userId: string): Promise<number> => countCodes(db, userId),

    ...createEnrollment({ ...dependencies, knownAddresses, take, since }),

    /** Replaces the recovery codes and returns the new ones. Throws `not_found` unless the second factor is on. */
    async renewCodes(userId: string, by: By, along: Along): Promise<string[]> {
      if ((await since(userId)) === undefined) throw new ApiError('not_found');
      const codes = newRecoveryCodes();
      await db.write(async (tx) => {
        await replaceRecoveryCodes(tx, userId, codes);
        await audit.record(tx, { action: 'user.recovery-codes.renew', ...by, targetId: userId });
        await along(tx);
      });
      return codes;
    },

    /** Removes authenticator and recovery codes. Throws `not_found` when there are none. */
    remove: (userId: string, by: By, along: Along = async () => undefined): Promise<void> =>
      db.write(async (tx) => {
        if (!(await clear(tx, userId))) throw new ApiError('not_found');
        await audit.record(tx, { action: 'user.second-factor.off', ...by, targetId: userId });
        await along(tx);
      }),
  };
}

async function countCodes(db: Db, userId: string): Promise<number> {
  const { left } = await db.read
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}
