import { Secret, TOTP } from 'otpauth';
import type { Audit, By } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { Problem } from '../../platform/problem.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';
import type { Accounts } from './accounts.ts';
import { isRecoveryCode, newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';

type Dependencies = { db: Db; clock: Clock; audit: Audit; accounts: Accounts };

const PERIOD_SECONDS = 30;
/** Phones' clocks differ, so that the previous and the next code are accepted, too (RFC 6238 5.2). */
const WINDOW = 1;
/** Three of a million codes are valid at a time: this many guesses per hour find one in four years. */
const WRONG_CODES_AN_HOUR = 10;

type Owner = { id: string; email: string };
/** How an account proved its second factor. */
export type Proof = 'authenticator' | 'recovery-code';

export type SecondFactor = ReturnType<typeof createSecondFactor>;

/**
 * Manages authenticator codes (RFC 6238), and recovery codes for lost authenticators. Each code is accepted
 * once.
 */
export function createSecondFactor({ db, clock, audit, accounts }: Dependencies) {
  const guesses = createRateLimit(WRONG_CODES_AN_HOUR, { windowSeconds: 3600, clock });

  async function takeIn(tx: Transaction, accountId: string, code: string): Promise<Proof | undefined> {
    if (isRecoveryCode(code)) return (await takeRecoveryCode(tx, accountId, code)) && 'recovery-code';
    return (await takeAuthenticatorCode(tx, accountId, code)) && 'authenticator';
  }

  async function takeRecoveryCode(tx: Transaction, accountId: string, code: string) {
    const taken = await tx
      .updateTable('portal_recovery_codes')
      .set({ used: clock.now() })
      .where('account_id', '=', accountId)
      .where('code_hash', '=', recoveryCodeHash(code))
      .where('used', 'is', null)
      .returning('account_id')
      .executeTakeFirst();
    return taken ? true : undefined;
  }

  async function takeAuthenticatorCode(tx: Transaction, accountId: string, code: string) {
    const row = await tx
      .selectFrom('portal_accounts')
      .select(['totp_secret', 'last_code_step'])
      .where('id', '=', accountId)
      .executeTakeFirst();
    if (typeof row?.totp_secret !== 'string') return undefined;
    const secret = Secret.fromBase32(row.totp_secret);
    const token = code.replaceAll(/\s/g, '');
    const now = clock.now();
    const delta = TOTP.validate({ token, secret, period: PERIOD_SECONDS, window: WINDOW, timestamp: now });
    if (delta === null) return undefined;
    const step = TOTP.counter({ period: PERIOD_SECONDS, timestamp: now }) + delta;
    if (step <= row.last_code_step) return undefined;
    await tx
      .updateTable('portal_accounts')
      .set({ last_code_step: step })
      .where('id', '=', accountId)
      .execute();
    return true;
  }

  /**
   * Accepts a code and runs `then` in the same transaction. Returns undefined when the code is wrong. Throws
   * `too_many_requests`.
   */
  async function take<Result>(
    accountId: string,
    code: string,
    by: By,
    then: (tx: Transaction, proof: Proof) => Promise<Result>,
  ): Promise<Result | undefined> {
    // Guesses are counted by account, because only someone who knows the password comes this far; and before
    // the check, so that concurrent guesses count, too.
    guesses.take(accountId);
    const result = await db.write(async (tx) => {
      const proof = await takeIn(tx, accountId, code);
      return proof && { value: await then(tx, proof) };
    });
    if (result) guesses.giveBack(accountId);
    else audit.refused({ action: 'portal.code.refused', ...by, actorId: accountId, targetId: accountId });
    return result?.value;
  }

  /** Throws `not_found` unless the second factor is on. */
  async function requireOn(accountId: string): Promise<void> {
    const { secondFactorSince } = await accounts.get(accountId);
    if (secondFactorSince === undefined) throw new Problem('not_found');
  }

  /** Throws `already_there` unless the second factor is off. */
  async function requireOffIn(tx: Transaction, accountId: string): Promise<void> {
    const { secondFactorSince } = await accounts.getIn(tx, accountId);
    if (secondFactorSince !== undefined) throw new Problem('already_there');
  }

  async function giveRecoveryCodes(tx: Transaction, accountId: string, codes: readonly string[]) {
    await tx.deleteFrom('portal_recovery_codes').where('account_id', '=', accountId).execute();
    const rows = codes.map((code) => ({
      account_id: accountId,
      code_hash: recoveryCodeHash(code),
      used: null,
    }));
    await tx.insertInto('portal_recovery_codes').values(rows).execute();
  }

  async function clearIn(tx: Transaction, accountId: string): Promise<void> {
    await tx
      .updateTable('portal_accounts')
      .set({ totp_secret: null, second_factor_since: null, last_code_step: 0, updated: clock.now() })
      .where('id', '=', accountId)
      .execute();
    await tx.deleteFrom('portal_recovery_codes').where('account_id', '=', accountId).execute();
  }

  return {
    take,
    clearIn,

    async codesLeft(accountId: string): Promise<number> {
      const { left } = await db.read
        .selectFrom('portal_recovery_codes')
        .select((eb) => eb.fn.countAll<number>().as('left'))
        .where('account_id', '=', accountId)
        .where('used', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(left);
    },

    /** Creates a secret for the authenticator and replaces an unconfirmed one. Throws `already_there`. */
    async begin({ id, email }: Owner): Promise<{ secret: string; uri: string }> {
      const totp = new TOTP({ issuer: 'Azulejo', label: email, period: PERIOD_SECONDS });
      const secret = totp.secret.base32;
      await db.write(async (tx) => {
        await requireOffIn(tx, id);
        await tx.updateTable('portal_accounts').set({ totp_secret: secret }).where('id', '=', id).execute();
      });
      return { secret, uri: totp.toString() };
    },

    /**
     * Turns the second factor on and returns the recovery codes; undefined when the code is wrong. Throws
     * `already_there`.
     */
    async confirm(id: string, code: string, { sessionId, ...by }: By & { sessionId: string }) {
      const codes = newRecoveryCodes();
      return take(id, code, by, async (tx) => {
        await requireOffIn(tx, id);
        await tx
          .updateTable('portal_accounts')
          .set({ second_factor_since: clock.now(), updated: clock.now() })
          .where('id', '=', id)
          .execute();
        await giveRecoveryCodes(tx, id, codes);
        await accounts.endSessions(tx, id, sessionId);
        await audit.record(tx, { action: 'portal.second-factor.on', ...by, targetId: id });
        return codes;
      });
    },

    /**
     * Replaces the recovery codes and returns the new ones; undefined when the code is wrong. Throws
     * `not_found`.
     */
    async renewRecoveryCodes(id: string, code: string, by: By) {
      await requireOn(id);
      const codes = newRecoveryCodes();
      return take(id, code, by, async (tx) => {
        await giveRecoveryCodes(tx, id, codes);
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
     * sessions. Throws `not_found`.
     */
    reset: (id: string, by: By) =>
      db.write(async (tx) => {
        const account = await accounts.getIn(tx, id);
        await clearIn(tx, id);
        await accounts.endSessions(tx, id);
        await audit.record(tx, { action: 'portal.second-factor.reset', ...by, targetId: id });
        return { ...account, secondFactorSince: undefined };
      }),
  };
}
