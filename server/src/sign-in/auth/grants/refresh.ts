import type { Audit } from '../../../core/audit/index.ts';
import type { Db } from '../../../database/index.ts';
import type { Client } from '../../../identity/applications/index.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { hashSecret } from '../../../platform/random-token.ts';
import { signInIdOf } from '../tokens/generations.ts';
import type { TokenIssuer } from '../tokens/issuer.ts';
import { isEnded, type StoredSignIn, toSignIn } from '../tokens/stored-sign-in.ts';
import type { ClientAuthentication } from './client-authentication.ts';
import type { Grant, GrantInput, Visitor } from './grant.ts';
import { requireRegistered } from './redirects.ts';
import { createUsedRefreshToken } from './used-refresh-token.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  issuer: TokenIssuer;
  clients: ClientAuthentication;
};
type Parameters = ReturnType<typeof read>;
type Checked = { request: Parameters; client: Client; signIn: StoredSignIn };

/**
 * Rotates refresh tokens (spec 4.4, RFC 6749 6), with a grace period that depends on use: phones repeat a
 * refresh whose response was lost, perhaps days later, at their next launch (android-app 1.3).
 * 1. Find the client and the sign-in, which must be active and belong to the client.
 * 2. The current token: rotate it. If a parallel request did so first, continue with 3.
 * 3. A used token: return its successor again, or end the sign-in (used-refresh-token.ts).
 */
export function createRefreshGrant(dependencies: Dependencies) {
  const { db, clock, issuer, clients } = dependencies;
  const useAgain = createUsedRefreshToken(dependencies);

  /** Throws `invalid_refresh_token` unless the token names an active sign-in of this client. */
  async function findSignIn(client: Client, refreshToken: string): Promise<StoredSignIn> {
    const id = signInIdOf(refreshToken);
    const signIn = id === undefined ? undefined : await issuer.statements.signIn.get({ id });
    if (!signIn || signIn.client_id !== client.id) throw new ApiError('invalid_refresh_token');
    if (isEnded(signIn)) throw new ApiError('invalid_refresh_token', { detail: 'The sign-in was ended.' });
    // This applies to the predecessor, too: the successor it would get has expired.
    if (signIn.expires <= clock.now()) {
      throw new ApiError('invalid_refresh_token', { detail: 'The refresh token has expired.' });
    }
    return signIn;
  }

  async function authenticate({ clientId, redirectUri, address }: Parameters): Promise<Client> {
    const client = await clients.requireEnabled(clientId, address);
    if (redirectUri !== undefined) requireRegistered(client, redirectUri);
    return client;
  }

  async function check(request: Parameters, client: Client): Promise<Checked> {
    return { request, client, signIn: await findSignIn(client, request.refreshToken) };
  }

  const rotating: Grant<Parameters, Client, Checked> = {
    read,
    authenticate,
    check,

    async issue({ request, client, signIn }) {
      const { refreshToken, address, state } = request;
      const signInId = signIn.id;
      if (!isCurrent(signIn, request)) return { signInId, token: await useAgain(signIn, request) };
      const current = toSignIn(signIn, client);
      const next = { ...current, state: state ?? current.state, generation: signIn.generation };
      const { token, statements } = issuer.rotation(next, refreshToken, address);
      const { committed } = await db.unit(statements);
      if (committed) return { signInId, token };
      // Another request with the same token was first: return the same successor.
      return { signInId, token: await useAgain(await findSignIn(client, refreshToken), request) };
    },
  };

  /** Used for redirects. The tokens are not rotated, because the redirect with the code may never arrive. */
  const forRedirect: Grant<Parameters, Client, Checked, { signInId: string }> = {
    read,
    authenticate,
    check,

    async issue({ request, signIn }) {
      if (!isCurrent(signIn, request)) await useAgain(signIn, request);
      return { signInId: signIn.id };
    },
  };

  return { rotating, forRedirect };
}

const isCurrent = (signIn: StoredSignIn, { refreshToken }: Parameters): boolean =>
  signIn.current_hash === hashSecret(refreshToken);

function read(input: GrantInput, { address }: Visitor) {
  requireKnownGrantType(input.grant_type);
  return {
    clientId: input.client_id,
    refreshToken: input.refresh_token ?? '',
    redirectUri: input.redirect_uri,
    state: input.state,
    address,
  };
}

/** Accepts the flow that created the tokens (spec 4.4), or the names of RFC 6749 for this exchange. */
function requireKnownGrantType(grantType = 'refresh_token'): void {
  if (/^(password|client_credentials|refresh_token|authorization_code)$/.test(grantType)) return;
  throw new ApiError('unsupported_grant_type', {
    fields: [{ field: 'grant_type', reason: 'must be password or client_credentials' }],
  });
}
