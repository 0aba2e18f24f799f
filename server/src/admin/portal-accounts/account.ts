import type { PortalRole } from '@azulejo/contract';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/index.ts';
import { checkNewAccount, checkPassword } from '../../sign-in/accounts/index.ts';

export type Account = {
  id: string;
  email: string;
  name: string;
  role: PortalRole;
  state: 'enabled' | 'disabled';
  secondFactorSince: number | undefined;
  created: number;
};

const SHORTEST_PASSWORD = 12;

/**
 * Applies the rules for users' passwords, with a larger minimum length. Throws `weak_password` saying why.
 */
export const checkPortalPassword = (password: string, owner: { email: string; name: string }) =>
  checkPassword(password, SHORTEST_PASSWORD, owner);

/** Checks all that was entered for a new account. Returns the key of its e-mail address. */
export const checkNewPortalAccount = (entered: { email: string; name: string; password: string }) =>
  checkNewAccount(entered, SHORTEST_PASSWORD);

export const toAccount = (row: Selectable<Database['portal_accounts']>): Account => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  state: row.state,
  secondFactorSince: row.second_factor_since ?? undefined,
  created: row.created,
});
