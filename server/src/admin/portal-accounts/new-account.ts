import type { PortalRole } from '@azulejo/contract';
import type { Transaction } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { newId } from '../../platform/random-token.ts';

export type NewAccount = {
  email: string;
  emailKey: string;
  name: string;
  role: PortalRole;
  passwordHash: string;
};

/** Stores an account that was checked, and returns its id. Throws `user_exists`. */
export async function insertAccountIn(
  tx: Transaction,
  { email, emailKey, name, role, passwordHash }: NewAccount,
  now: number,
): Promise<string> {
  const id = newId();
  const stored = await tx
    .insertInto('portal_accounts')
    .values({
      id,
      email: email.trim(),
      email_key: emailKey,
      name: name.trim(),
      role,
      state: 'enabled',
      password_hash: passwordHash,
      totp_secret: null,
      second_factor_since: null,
      created: now,
      updated: now,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!stored) throw new ApiError('user_exists', { fields: [{ field: 'email', reason: 'has an account' }] });
  return id;
}
