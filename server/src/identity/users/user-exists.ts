import type { Transaction } from '../../database/index.ts';
import { ofKind } from './account-kind.ts';

/** Returns whether there is such a person who was not removed. */
export async function userExists(tx: Transaction, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(ofKind('person'))
    .where('state', '<>', 'removed')
    .executeTakeFirst();
  return row !== undefined;
}
