import { type CodeStore, recoveryCodeHash } from '../../core/second-factor/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/keyring.ts';

/** The context to which the sealed secrets are bound. */
export const SEALED_FOR = 'second-factor';

type Dependencies = { db: Db; clock: Clock; keyring: Keyring };

/** Accesses the authenticators and recovery codes of users. */
export const codeStore = ({ db, clock, keyring }: Dependencies): CodeStore => ({
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

export async function replaceRecoveryCodes(tx: Transaction, userId: string, codes: readonly string[]) {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = codes.map((code) => ({ user_id: userId, code_hash: recoveryCodeHash(code) }));
  await tx.insertInto('recovery_codes').values(rows).execute();
}
