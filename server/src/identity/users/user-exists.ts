import type { Transaction } from '../../database/index.ts';

/** Returns whether there is such a user who was not removed. */
export async function userExists(tx: Transaction, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('state', '<>', 'removed')
    .executeTakeFirst();
  return row !== undefined;
}
