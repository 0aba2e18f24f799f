import type { PortalRole } from '@azulejo/contract';
import { checkNewAccount, checkPassword } from '../../sign-in/accounts/index.ts';

export type Account = {
  id: string;
  email: string;
  name: string;
  role: PortalRole;
  state: 'enabled' | 'disabled';
  secondFactorSince: number | undefined;
  created: number;
  lastUsed: number | undefined;
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
