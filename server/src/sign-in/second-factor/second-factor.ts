import type { Audit, By } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import { createKnownAddresses, type KnownAddresses } from '../../database/known-addresses.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/keyring.ts';
import type { SharedWindows } from '../../platform/shared-windows.ts';
import { newAuthenticator } from './authenticator.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import { type CodeStore, createTakeCode, type TakeCode } from './take-code.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  keyring: Keyring;
  strictWindows: SharedWindows;
  accounts: 'user' | 'portal';
};

export type SecondFactor = ReturnType<typeof createSecondFactor>;

/**
 * Manages the authenticator codes of accounts (RFC 6238), and recovery codes for lost authenticators. People and the
 * operators of the portal differ in the names of audited actions and limits.
 */
export function createSecondFactor(dependencies: Dependencies) {
  const { db, clock, audit, accounts } = dependencies;
  const store = codeStore(dependencies);
  const knownAddresses = createKnownAddresses(db, clock);
  const take = createTakeCode({
    ...dependencies,
    store,
    isKnown: knownAddresses.has,
    limit: `${accounts}_codes`,
    refusal: `${accounts}.code.refused`,
  });

  /** Returns since when codes are asked for; undefined when they are not. */
  const since = (userId: string): Promise<number | undefined> => sinceIn(db.read, userId);

  /** Removes authenticator and recovery codes. Returns whether there were any. */
  async function clearIn(tx: Transaction, userId: string): Promise<boolean> {
    await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    const removed = tx.deleteFrom('second_factors').where('user_id', '=', userId);
    return (await removed.executeTakeFirstOrThrow()).numDeletedRows > 0n;
  }

  return {
    take,
    since,
    sinceIn,
    clearIn,
    reseal: createReseal(dependencies),
    codesLeft: (userId: string): Promise<number> => countCodes(db, userId),

    ...createEnrollment({ ...dependencies, knownAddresses, take, since }),

    /** Replaces the recovery codes and returns the new ones. Throws `not_found` unless the second factor is on. */
    async renewCodesIn(tx: Transaction, userId: string, by: By): Promise<string[]> {
      if ((await sinceIn(tx, userId)) === undefined) throw new ApiError('not_found');
      const codes = newRecoveryCodes();
      await replaceRecoveryCodes(tx, userId, codes);
      await audit.record(tx, { action: `${accounts}.recovery-codes.renew`, ...by, targetId: userId });
      return codes;
    },

    /** Turns the second factor off. Throws `not_found` when it is not on. */
    async removeIn(tx: Transaction, userId: string, by: By): Promise<void> {
      if (!(await clearIn(tx, userId))) throw new ApiError('not_found');
      await audit.record(tx, { action: `${accounts}.second-factor.off`, ...by, targetId: userId });
    },
  };
}

async function sinceIn(reader: Pick<Transaction, 'selectFrom'>, userId: string): Promise<number | undefined> {
  const rows = reader.selectFrom('second_factors').select('since').where('user_id', '=', userId);
  return (await rows.executeTakeFirst())?.since ?? undefined;
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

/** Runs in the transaction of a change, for example to queue the mail that reports it. */
type Along = (tx: Transaction) => Promise<void>;

type EnrollmentDependencies = Dependencies & {
  knownAddresses: KnownAddresses;
  take: TakeCode;
  since: (userId: string) => Promise<number | undefined>;
};

/** Turns the second factor on: a secret for the authenticator, confirmed by its first code. */
function createEnrollment(dependencies: EnrollmentDependencies) {
  const { db, clock, audit, keyring, accounts, knownAddresses, take, since } = dependencies;
  return {
    /** Creates a secret and replaces an unconfirmed one. Throws `already_there` when the second factor is on. */
    async begin(userId: string, label: string, issuer = 'Azulejo'): Promise<{ secret: string; uri: string }> {
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
        await audit.record(tx, { action: `${accounts}.second-factor.on`, ...by, targetId: userId });
        await along(tx);
        return codes;
      });
    },
  };
}

const PAGE_SIZE = 200;

/** Creates the function that seals all secrets with the newest key, page by page. Returns how many. */
const createReseal =
  ({ db, keyring }: { db: Db; keyring: Keyring }) =>
  async (): Promise<number> => {
    let count = 0;
    let last = '';
    for (let page = await readPage(db, last); page.length > 0; page = await readPage(db, last)) {
      for (const { user_id: userId, sealed: before } of page) {
        last = userId;
        if (!(await keyring.needsReseal(before))) continue;
        const text = await keyring.unseal(before, SEALED_FOR);
        if (text === undefined) continue;
        const sealed = await keyring.seal(text, SEALED_FOR);
        await db.write((tx) =>
          tx
            .updateTable('second_factors')
            .set({ sealed })
            .where('user_id', '=', userId)
            .where('sealed', '=', before)
            .execute(),
        );
        count += 1;
      }
    }
    return count;
  };

const readPage = (db: Db, last: string) =>
  db.read
    .selectFrom('second_factors')
    .select(['user_id', 'sealed'])
    .where('user_id', '>', last)
    .orderBy('user_id')
    .limit(PAGE_SIZE)
    .execute();

/** The context to which the sealed secrets are bound. */
const SEALED_FOR = 'second-factor';

type RowsDependencies = { db: Db; clock: Clock; keyring: Keyring };

/** Accesses the authenticators and recovery codes of users. */
const codeStore = ({ db, clock, keyring }: RowsDependencies): CodeStore => ({
  async secretOf(userId) {
    const found = db.read.selectFrom('second_factors').select('sealed').where('user_id', '=', userId);
    const row = await found.executeTakeFirst();
    return row && keyring.unseal(row.sealed, SEALED_FOR);
  },
  async useStep(tx, userId, step) {
    const { numUpdatedRows } = await tx
      .updateTable('second_factors')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },
  async useRecoveryCode(tx, userId, codeHash) {
    const { numUpdatedRows } = await tx
      .updateTable('recovery_codes')
      .set({ used: clock.now() })
      .where('user_id', '=', userId)
      .where('code_hash', '=', codeHash)
      .where('used', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },
});

async function replaceRecoveryCodes(tx: Transaction, userId: string, codes: readonly string[]) {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = codes.map((code) => ({ user_id: userId, code_hash: recoveryCodeHash(code) }));
  await tx.insertInto('recovery_codes').values(rows).execute();
}
