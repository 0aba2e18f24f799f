import type { Transaction } from '../../../database/index.ts';

/** Returns the number of the event that the transaction appended last to the user's log: it has locked the counter. */
export async function lastEventIn(tx: Transaction, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('event_counters')
    .select('last')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.last ?? 0;
}
