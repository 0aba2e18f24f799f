import { createClientAuthentication } from './client-authentication.ts';
import { createClientCredentialsGrant } from './client-credentials.ts';
import { createCodeGrant } from './code.ts';
import { createPasswordGrant } from './password.ts';
import { createRefreshGrant } from './refresh.ts';
import { createStoreSignIn } from './store-sign-in.ts';

type Dependencies = Parameters<typeof createClientAuthentication>[0] &
  Parameters<typeof createStoreSignIn>[0] &
  Omit<Parameters<typeof createPasswordGrant>[0], 'storeSignIn'> &
  Omit<Parameters<typeof createRefreshGrant>[0], 'clients'>;

export type Grants = ReturnType<typeof createGrants>;

/** Creates the grants that the token endpoint accepts. */
export function createGrants(dependencies: Dependencies) {
  const clients = createClientAuthentication(dependencies);
  const storeSignIn = createStoreSignIn(dependencies);
  return {
    clients,
    storeSignIn,
    password: createPasswordGrant({ ...dependencies, storeSignIn }),
    clientCredentials: createClientCredentialsGrant({ clients, storeSignIn }),
    refresh: createRefreshGrant({ ...dependencies, clients }),
    code: createCodeGrant({ ...dependencies, clients }),
  };
}
