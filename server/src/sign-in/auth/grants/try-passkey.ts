import type { PasskeyCredential } from '@azulejo/contract';
import type { BoundStatement } from '@azulejo/storage';
import type { User, Users } from '../../../identity/users/index.ts';
import type { ApiError } from '../../../platform/api-error.ts';
import type { SignInLimits } from '../../../platform/sign-in-limits.ts';
import type { Passkeys } from '../../passkeys/index.ts';

type Dependencies = { passkeys: Passkeys; users: Users; limits: SignInLimits };

type Attempt = {
  credential: PasskeyCredential;
  address: string;
  /** Whether the owner of the passkey is one whom the caller expects. */
  isExpected: (user: User) => boolean;
  /** Audits a refusal and returns what to throw. The user is that of a known passkey. */
  refuse: (user: User | undefined, detail: string) => ApiError;
};

type Accepted = {
  user: User;
  passkeyId: string;
  /** Stores the use, and stops its unit when the passkey has been removed or used since. */
  statement: BoundStatement;
};

export type TryPasskey = ReturnType<typeof createTryPasskey>;

/**
 * Returns a function that throttles an attempt by passkey and address, verifies what the authenticator signed,
 * and counts a failure. Throws what `refuse` returns, `passkeys_unavailable` or `too_many_requests`.
 */
export function createTryPasskey({ passkeys, users, limits }: Dependencies) {
  return async function tryPasskey({ credential, address, isExpected, refuse }: Attempt): Promise<Accepted> {
    const row = await passkeys.find(credential.id);
    const user = row && (await users.find(row.user_id));
    const account = `passkey|${credential.id}`;
    const allowance = await limits.allowanceOf({ account, ownerId: user?.id, address });
    allowance.require();
    const use = await passkeys.verify(credential, user && row);
    if (typeof use !== 'string' && user?.state === 'active' && isExpected(user)) {
      allowance.succeeded();
      return { user, passkeyId: use.id, statement: passkeys.useStatement(use) };
    }
    allowance.failed();
    throw refuse(user, use === 'cloned' ? 'passkey whose counter went back' : 'passkey');
  };
}
