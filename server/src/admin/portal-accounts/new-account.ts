import type { PortalRole } from '@azulejo/contract';
import type { Transaction } from '../../database/index.ts';
import { emailKey } from '../../people/users/index.ts';
import { checkAll, invalidField, Problem } from '../../platform/problem.ts';
import { newId } from '../../platform/random-token.ts';

export type NewAccount = { email: string; name: string; role: PortalRole; passwordHash: string };

/** Stores an account and returns its id. Throws `user_exists`, or `invalid_request` naming the field. */
export async function insertAccountIn(
  tx: Transaction,
  { email, name, role, passwordHash }: NewAccount,
  now: number,
): Promise<string> {
  const [key] = checkAll(
    () => readEmailKey(email),
    () => {
      if (name.trim() === '') throw invalidField('name', 'must not be empty');
    },
  );
  const id = newId();
  const stored = await tx
    .insertInto('portal_accounts')
    .values({
      id,
      email: email.trim(),
      email_key: key,
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
  if (!stored) throw new Problem('user_exists', { fields: [{ field: 'email', reason: 'has an account' }] });
  return id;
}

function readEmailKey(email: string): string {
  const key = emailKey(email);
  if (key === undefined) throw invalidField('email', 'is not an e-mail address');
  return key;
}
