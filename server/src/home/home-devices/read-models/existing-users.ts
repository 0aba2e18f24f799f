import type { Transaction } from '../../../database/index.ts';

/** Returns those of the users that exist. */
export async function findExistingUsers(tx: Transaction, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const users = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...userIds])
    .execute();
  return users.map(({ id }) => id);
}
