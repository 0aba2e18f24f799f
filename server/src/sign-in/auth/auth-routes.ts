import type { InputOf, resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import type { Applications, Client } from '../../people/applications/index.ts';
import { toUserRecord, type Users } from '../../people/users/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import { invalidField, Problem } from '../../platform/problem.ts';
import type { SignInLimits } from '../../platform/sign-in-limits.ts';
import type { Codes } from './codes.ts';
import { redirectWithCode, requireRegistered } from './redirects.ts';
import type { createRefresh } from './refresh.ts';
import type { SignInService } from './sign-in.ts';
import { type Endpoints, type IssuedToken, toTokenRecord } from './token-record.ts';

/** Prevents caching (RFC 6749 5.1). `Pragma` is for caches that only know HTTP/1.0. */
const NOT_STORED = { cacheControl: NO_STORE, headers: { Pragma: 'no-cache' } };

type Resource = typeof resources.auth;
type AuthorizeInput = InputOf<Resource['authorize']>;
type ExchangeInput = InputOf<Resource['exchange']>;

type Dependencies = {
  clock: Clock;
  endpoints: Endpoints;
  applications: Applications;
  users: Users;
  signIn: SignInService;
  codes: Codes;
  refresh: ReturnType<typeof createRefresh>;
  limits: SignInLimits;
};

/** Handles sign-in and refresh: chooses the flow by the parameters, and builds the response. */
export function authHandlers(dependencies: Dependencies): Handlers<Resource> {
  const { clock, endpoints, applications, users, signIn, codes, refresh, limits } = dependencies;

  const record = (token: IssuedToken) => toTokenRecord(token, endpoints, clock.now());

  async function authorize(input: AuthorizeInput, address: string) {
    const { response_type: flow } = input;
    if (flow === undefined && input.refresh_token !== undefined) return authorizeByRefresh(input, address);
    if (flow === undefined)
      throw invalidField('response_type', 'is required: password or client_credentials');
    const { familyId, token } = await signInBy(flow, input, address);
    if (input.redirect_uri !== undefined) return redirect(input.redirect_uri, familyId, input.state);
    return { body: record(token), ...NOT_STORED };
  }

  async function signInBy(flow: string, input: AuthorizeInput, address: string) {
    const common = { clientId: input.client_id, scope: input.scope, state: input.state, address };
    if (input.redirect_uri !== undefined)
      requireRegistered(await clientOf(input.client_id, address), input.redirect_uri);
    switch (flow) {
      case 'password':
        return signIn.byPassword({
          ...common,
          username: need(input, 'username'),
          password: need(input, 'password'),
        });
      case 'client_credentials':
        return signIn.byClientCredentials({ ...common, clientSecret: need(input, 'client_secret') });
      default:
        throw new Problem('unsupported_response_type', {
          fields: [{ field: 'response_type', reason: 'must be password or client_credentials' }],
        });
    }
  }

  /**
   * Refreshes, and returns the token record with the user record's members that do not collide (spec 4.5).
   */
  async function authorizeByRefresh(input: AuthorizeInput, address: string) {
    if (input.grant_type === undefined) throw invalidField('grant_type', 'is required');
    const reply = await exchangeRefresh(input, address);
    if ('redirect' in reply) return reply;
    const user = await users.find(reply.body.owner_id);
    if (!user) return reply;
    const { _rev, active_ts, email, inactive_ts, name, namespace, target_id, type } = toUserRecord(user, {
      withSecrets: false,
    });
    return {
      ...reply,
      body: { ...reply.body, _rev, active_ts, email, inactive_ts, name, namespace, target_id, type },
    };
  }

  async function exchange(input: ExchangeInput, address: string) {
    if (input.refresh_token !== undefined) return exchangeRefresh(input, address);
    if (input.code === undefined) throw invalidField('refresh_token', 'or code is required');
    const { code, client_secret: secret } = input;
    const client = await clientOf(input.client_id, address);
    const requireSecret = async () => {
      await signIn.authenticateClient({ clientId: client.id, clientSecret: secret ?? '', address });
    };
    const token = await guessing(address, () =>
      codes.redeem({ client, code, redirectUri: input.redirect_uri, state: input.state, requireSecret }),
    );
    return { body: record(token), ...NOT_STORED };
  }

  async function exchangeRefresh(input: AuthorizeInput | ExchangeInput, address: string) {
    requireKnownGrant(input.grant_type);
    const client = await clientOf(input.client_id, address);
    const request = { client, refreshToken: input.refresh_token ?? '', state: input.state, address };
    if (input.redirect_uri !== undefined) {
      requireRegistered(client, input.redirect_uri);
      // The tokens are not rotated here, because the redirect with the code may never arrive.
      const family = await guessing(address, () => refresh.findCurrent(request));
      return redirect(input.redirect_uri, family.id, input.state);
    }
    const token = await guessing(address, () => refresh.refresh(request));
    return { body: record(token), ...NOT_STORED };
  }

  /** Redirects (303) with a one-time code (spec 4.3). */
  async function redirect(redirectUri: string, familyId: string, state: string | undefined) {
    const code = await codes.forRedirect(familyId, redirectUri);
    return { redirect: redirectWithCode(redirectUri, code, state) };
  }

  async function clientOf(clientId: string, address: string): Promise<Client> {
    const client = await applications.findById(clientId);
    if (client?.state === 'enabled') return client;
    limits.failedToken(address);
    throw new Problem('invalid_client');
  }

  /** Counts refused tokens and codes against the address. A refused client is counted where it is refused. */
  async function guessing<T>(address: string, work: () => Promise<T>): Promise<T> {
    return work().catch(async (error: unknown) => {
      const isGuess = error instanceof Problem && /^invalid_(refresh_token|code)$/.test(error.kind);
      if (isGuess) limits.failedToken(address);
      throw error;
    });
  }

  return {
    authorize: ({ input, context }) => authorize(input, context.address),
    exchange: ({ input, context }) => exchange(input, context.address),
  };
}

function need<Name extends 'username' | 'password' | 'client_secret'>(
  input: AuthorizeInput,
  name: Name,
): string {
  const value = input[name];
  if (value === undefined || value === '') throw invalidField(name, 'is required');
  return value;
}

/** Accepts the flow that created the tokens (spec 4.4), or the names of RFC 6749 for this exchange. */
function requireKnownGrant(grantType: string | undefined): void {
  if (
    grantType === undefined ||
    /^(password|client_credentials|refresh_token|authorization_code)$/.test(grantType)
  )
    return;
  throw new Problem('unsupported_grant_type', {
    fields: [{ field: 'grant_type', reason: 'must be password or client_credentials' }],
  });
}
