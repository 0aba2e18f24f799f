import type { Db, Transaction } from '../../database/index.ts';

/**
 * Increments the home's revision: a reader of the new revision also sees the changes that it covers. Call it
 * first in a transaction, because it locks the user's row and so serializes changes of one home.
 */
export async function raiseHomeRevision(tx: Transaction, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set((eb) => ({ home_revision: eb('home_revision', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}

/** Prepares the same for a unit. */
export const prepareRaiseHomeRevision = (db: Db) =>
  db.prepare<{ userId: string }>()((kysely, p) =>
    kysely
      .updateTable('users')
      .set((eb) => ({ home_revision: eb('home_revision', '+', 1) }))
      .where('id', '=', p('userId')),
  );
