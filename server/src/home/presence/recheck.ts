import type { Transaction } from '../../database/index.ts';

/**
 * Marks the user's presence as due, because a place or the choice to share the location changed.
 * The new revision makes a batch that has read the state before plan again.
 */
export async function recheckPresence(tx: Transaction, userId: string, now: number): Promise<void> {
  await tx
    .updateTable('presences')
    .set((eb) => ({ due: now, revision: eb('revision', '+', 1) }))
    .where('user_id', '=', userId)
    .execute();
}
