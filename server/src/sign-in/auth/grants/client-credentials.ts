import type { Client } from '../../../identity/applications/index.ts';
import type { SignInInput } from '../tokens/new-sign-in.ts';
import type { ClientAuthentication } from './client-authentication.ts';
import { type Grant, type GrantInput, need, type Visitor } from './grant.ts';
import { grantScopes } from './scopes.ts';
import type { StoreSignIn } from './store-sign-in.ts';

type Dependencies = { clients: ClientAuthentication; storeSignIn: StoreSignIn };
type Parameters = ReturnType<typeof read>;

/** Signs in a client by its own id and secret (spec 4.3, RFC 6749 4.4). */
export const createClientCredentialsGrant = ({
  clients,
  storeSignIn,
}: Dependencies): Grant<Parameters, Client, SignInInput> => ({
  read,

  authenticate: ({ clientId, clientSecret, address }) =>
    clients.requireSecret(clientId, clientSecret, address),

  async check({ scope, state, address, userAgent }, client) {
    const scopes = grantScopes(scope, client);
    const owner = { client, userId: null, grantType: 'client_credentials', scopes, rights: 'all' } as const;
    return { ...owner, state, address, userAgent };
  },

  issue: (signIn) => storeSignIn(signIn),
});

const read = (input: GrantInput, { address, userAgent }: Visitor) => ({
  clientId: input.client_id,
  scope: input.scope,
  state: input.state ?? null,
  address,
  userAgent,
  clientSecret: need(input, 'client_secret'),
});
