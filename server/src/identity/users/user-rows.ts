import type { Transaction } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';

/** Reads a user inside a transaction. Throws `not_found`. */
export async function rowIn(tx: Transaction, id: string) {
  const row = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('state', '<>', 'removed')
    .executeTakeFirst();
  if (!row) throw new ApiError('not_found', { detail: `There is no user "${id}".` });
  return row;
}

/** Ends the sign-ins, all `but` one, in one statement: a user has at most SIGN_INS_PER_USER of them. */
export async function endSignIns(
  tx: Transaction,
  userId: string,
  now: number,
  because: string,
  but = '',
): Promise<void> {
  await tx
    .updateTable('token_families')
    .set({ revoked_at: now, revoked_because: because, updated: now })
    .where('user_id', '=', userId)
    .where('id', '<>', but)
    .where('revoked_at', 'is', null)
    .execute();
}
