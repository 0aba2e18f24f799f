import type { Transaction } from '../../database/index.ts';

/**
 * Who reads the new revision finds everything that it stands for. Raised first, it lets changes of one home come one
 * after the other.
 */
export async function raiseHomeRevision(tx: Transaction, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set((eb) => ({ home_revision: eb('home_revision', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}
