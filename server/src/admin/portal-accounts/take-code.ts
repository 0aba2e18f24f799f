import { Secret, TOTP } from 'otpauth';
import type { Audit, By } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';
import { isRecoveryCode, recoveryCodeHash } from './recovery-codes.ts';

export const PERIOD_SECONDS = 30;
/** Phones' clocks differ, so that the previous and the next code are accepted, too (RFC 6238 5.2). */
const WINDOW = 1;
/** Three of a million codes are valid at a time: this many guesses per hour find one in four years. */
const WRONG_CODES_AN_HOUR = 10;

/** How an account proved its second factor. */
export type Proof = 'authenticator' | 'recovery-code';

export type TakeCode = ReturnType<typeof createTakeCode>;

/** Returns a function that accepts each code of an account once, and limits wrong ones. */
export function createTakeCode({ db, clock, audit }: { db: Db; clock: Clock; audit: Audit }) {
  const guesses = createRateLimit('portal_codes', WRONG_CODES_AN_HOUR, { windowSeconds: 3600, clock });

  /**
   * Accepts a code and runs `then` in the same transaction. Returns undefined when the code is wrong. Throws
   * `too_many_requests`.
   */
  return async function take<Result>(
    accountId: string,
    code: string,
    by: By,
    then: (tx: Transaction, proof: Proof) => Promise<Result>,
  ): Promise<Result | undefined> {
    // Guesses are counted by account, because only someone who knows the password comes this far; and before
    // the check, so that concurrent guesses count, too.
    guesses.take(accountId);
    const result = await db.write(async (tx) => {
      const proof = await takeIn(tx, accountId, code, clock.now());
      return proof && { value: await then(tx, proof) };
    });
    if (result) guesses.giveBack(accountId);
    else audit.refused({ action: 'portal.code.refused', ...by, actorId: accountId, targetId: accountId });
    return result?.value;
  };
}

async function takeIn(
  tx: Transaction,
  accountId: string,
  code: string,
  now: number,
): Promise<Proof | undefined> {
  if (isRecoveryCode(code)) return (await takeRecoveryCode(tx, accountId, code, now)) && 'recovery-code';
  return (await takeAuthenticatorCode(tx, accountId, code, now)) && 'authenticator';
}

async function takeRecoveryCode(tx: Transaction, accountId: string, code: string, now: number) {
  const taken = await tx
    .updateTable('portal_recovery_codes')
    .set({ used: now })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', recoveryCodeHash(code))
    .where('used', 'is', null)
    .returning('account_id')
    .executeTakeFirst();
  return taken ? true : undefined;
}

async function takeAuthenticatorCode(tx: Transaction, accountId: string, code: string, now: number) {
  const row = await tx
    .selectFrom('portal_accounts')
    .select(['totp_secret', 'last_code_step'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (typeof row?.totp_secret !== 'string') return undefined;
  const secret = Secret.fromBase32(row.totp_secret);
  const token = code.replaceAll(/\s/g, '');
  const delta = TOTP.validate({ token, secret, period: PERIOD_SECONDS, window: WINDOW, timestamp: now });
  if (delta === null) return undefined;
  const step = TOTP.counter({ period: PERIOD_SECONDS, timestamp: now }) + delta;
  if (step <= row.last_code_step) return undefined;
  await tx.updateTable('portal_accounts').set({ last_code_step: step }).where('id', '=', accountId).execute();
  return true;
}
