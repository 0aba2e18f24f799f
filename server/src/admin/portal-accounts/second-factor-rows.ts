import { type CodeStore, recoveryCodeHash } from '../../core/second-factor/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';

/** Accesses the authenticators and recovery codes of accounts of the portal. */
export const codeStore = (db: Db, clock: Clock): CodeStore => ({
  async secretOf(id) {
    const accounts = db.read.selectFrom('portal_accounts').select('totp_secret').where('id', '=', id);
    return (await accounts.executeTakeFirst())?.totp_secret ?? undefined;
  },
  async useStep(tx, id, step) {
    const { numUpdatedRows } = await tx
      .updateTable('portal_accounts')
      .set({ last_code_step: step })
      .where('id', '=', id)
      .where('totp_secret', 'is not', null)
      .where('last_code_step', '<', step)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },
  async useRecoveryCode(tx, id, codeHash) {
    const { numUpdatedRows } = await tx
      .updateTable('portal_recovery_codes')
      .set({ used: clock.now() })
      .where('account_id', '=', id)
      .where('code_hash', '=', codeHash)
      .where('used', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },
});

export async function turnOn(tx: Transaction, accountId: string, now: number): Promise<void> {
  await tx
    .updateTable('portal_accounts')
    .set({ second_factor_since: now, updated: now })
    .where('id', '=', accountId)
    .execute();
}

/** Removes the authenticator and the recovery codes. */
export async function clearSecondFactor(tx: Transaction, accountId: string, now: number): Promise<void> {
  await tx
    .updateTable('portal_accounts')
    .set({ totp_secret: null, second_factor_since: null, last_code_step: 0, updated: now })
    .where('id', '=', accountId)
    .execute();
  await tx.deleteFrom('portal_recovery_codes').where('account_id', '=', accountId).execute();
}

export async function replaceRecoveryCodes(
  tx: Transaction,
  accountId: string,
  codes: readonly string[],
): Promise<void> {
  await tx.deleteFrom('portal_recovery_codes').where('account_id', '=', accountId).execute();
  const rows = codes.map((code) => ({
    account_id: accountId,
    code_hash: recoveryCodeHash(code),
    used: null,
  }));
  await tx.insertInto('portal_recovery_codes').values(rows).execute();
}

/** Returns how many recovery codes are not used yet. */
export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const { left } = await db.read
    .selectFrom('portal_recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('account_id', '=', accountId)
    .where('used', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}
