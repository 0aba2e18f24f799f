import type { InputOf, resources } from '@azulejo/contract';
import type { Audit } from '../../../core/audit/index.ts';
import type { KnownAddresses } from '../../../database/known-addresses.ts';
import type { Users } from '../../../identity/users/index.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import type { ClientAuthentication } from './client-authentication.ts';
import type { Issued, Visitor } from './grant.ts';
import { grantScopes } from './scopes.ts';
import type { StoreSignIn } from './store-sign-in.ts';
import type { TryPasskey } from './try-passkey.ts';

type Dependencies = {
  clients: ClientAuthentication;
  users: Users;
  knownAddresses: KnownAddresses;
  tryPasskey: TryPasskey;
  audit: Audit;
  metrics: Metrics;
  storeSignIn: StoreSignIn;
  requiresConfirmedEmail: boolean;
};

type Input = InputOf<typeof resources.passkeys.signIn>;

export type PasskeySignIn = ReturnType<typeof createPasskeySignIn>;

/**
 * Returns a function that signs in a user by a passkey. It asks for no code, because the authenticator verified
 * the person (sign-in/passkeys/README.md).
 * 1. Find the application, and refuse other kinds of clients.
 * 2. Throttle by passkey and address, and verify the passkey of one of the application's users.
 * 3. Choose the scopes, and refuse an account whose address has to be confirmed first.
 * 4. Store the sign-in with the use of the passkey, unless it was removed or used meanwhile.
 */
export function createPasskeySignIn(dependencies: Dependencies) {
  const { clients, users, knownAddresses, tryPasskey, audit, metrics, storeSignIn } = dependencies;
  return async (
    { client_id: clientId, scope = 'application,user', credential }: Input,
    { address, userAgent }: Visitor,
  ): Promise<Issued> => {
    const client = await clients.requireEnabled(clientId, address);
    if (client.kind !== 'application') throw new ApiError('invalid_client');
    const { user, passkeyId, statement } = await tryPasskey({
      credential,
      address,
      isExpected: (owner) => owner.clientId === client.id,
      refuse: (owner, detail) => {
        metrics.signIns.inc({ flow: 'passkey', result: 'refused' });
        const entry = { actorId: owner?.id, targetId: client.id, address, detail };
        audit.strangerRefused({ action: 'sign-in.refused', ...entry });
        return new ApiError('passkey_refused');
      },
    });
    const scopes = grantScopes(scope, client);
    if (dependencies.requiresConfirmedEmail && user.mustConfirmEmail) throw new ApiError('email_unconfirmed');
    const from = { address, userAgent };
    const entry = { actorId: user.id, targetId: client.id, address, detail: 'passkey' };
    return storeSignIn(
      {
        client,
        userId: user.id,
        grantType: 'password',
        scopes,
        rights: 'all',
        state: null,
        passkeyId,
        ...from,
      },
      {
        before: [users.lockActiveStatement(user.id), statement],
        after: [knownAddresses.remember(user.id, address), audit.statement({ action: 'sign-in', ...entry })],
      },
    );
  };
}
