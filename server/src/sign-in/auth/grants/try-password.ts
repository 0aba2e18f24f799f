import { emailKey, type User } from '../../../identity/users/index.ts';
import type { Passwords } from '../../../platform/passwords.ts';
import type { SignInLimits } from '../../../platform/sign-in-limits.ts';

export type FoundUser = { user: User; passwordHash: string };

export type Attempt = {
  /** The account as it was named, under which failures count. */
  account: string;
  found: FoundUser | undefined;
  /** The possible passwords. Each is verified, so that the time does not depend on which one is right. */
  passwords: readonly string[];
  address: string;
};

export type TryPassword = ReturnType<typeof createTryPassword>;

/** Returns the key under which the failures of an account count. */
export const accountKey = (clientId: string, username: string): string =>
  `${clientId}|${emailKey(username) ?? username}`;

/**
 * Returns a function that throttles an attempt by account and address, verifies its password and counts a
 * failure; it returns the one that is right. It does the same work for an account that does not exist. Throws `too_many_requests`.
 */
export function createTryPassword({ passwords, limits }: { passwords: Passwords; limits: SignInLimits }) {
  return async function tryPassword({
    account,
    found,
    passwords: given,
    address,
  }: Attempt): Promise<string | undefined> {
    const allowance = await limits.allowanceOf({ account, ownerId: found?.user.id, address });
    const origin = { address, account };
    let matching: string | undefined;
    // All of them are one try: the first makes other tries wait, which must not include its own second reading.
    let permit = allowance.require;
    for (const password of given) {
      if (await passwords.verify(password, found?.passwordHash, origin, permit)) matching ??= password;
      permit = () => {};
    }
    const accepted = found?.user.state === 'active' ? matching : undefined;
    if (accepted === undefined) allowance.failed();
    else allowance.succeeded();
    return accepted;
  };
}
