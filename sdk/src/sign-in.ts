import type { AccountResult, AuthorizeReply, PasskeyCredential, TokenRecord } from './api/types.generated.ts';
import type { Call, CallOptions, SendWithToken } from './call.ts';
import { AzulejoError } from './errors.ts';
import type { Origins } from './origins.ts';
import type { WireInput } from './request.ts';
import type { Session } from './session.ts';

/**
 * Every way to start a session. Each returns the token record, which the client stores
 * and renews automatically.
 */
export type SignIn = {
  /** Signs in a user by e-mail and password (spec 4.2). */
  password(credentials: PasswordCredentials, options?: CallOptions): Promise<TokenRecord>;
  /** Signs in a user by a passkey, which answers a challenge from `passkeys.challenge`. */
  passkey(
    grant: { credential: PasskeyCredential; scope?: string },
    options?: CallOptions,
  ): Promise<TokenRecord>;
  /** Signs in the application itself by its secret (spec 4.3). */
  clientCredentials(grant: { scope: string }, options?: CallOptions): Promise<TokenRecord>;
  /**
   * Signs in with the refresh token of an earlier session. The reply has members of the user too (spec 4.5).
   */
  refresh(grant: RefreshGrant, options?: CallOptions): Promise<AuthorizeReply>;
  /** Signs in with a one-time code. `redirectUri` is required when the code came in a redirect to it. */
  redeemCode(grant: { code: string; redirectUri?: string }, options?: CallOptions): Promise<TokenRecord>;
  /** Continues a session from a record that was stored elsewhere. Sends nothing. */
  stored(record: TokenRecord): Promise<TokenRecord>;
};

/**
 * `scope` is a comma-separated list; `application,user` by default. `otp` is the code of the second factor, if the
 * account has one.
 */
export type PasswordCredentials = { username: string; password: string; scope?: string; otp?: string };

export type RefreshGrant = { refreshToken: string; grantType?: TokenRecord['grant_type'] };

export type Application = { readonly clientId: string; readonly clientSecret?: string | undefined };

/** Renews the tokens of a record (spec 4.4). */
export const exchangeWith =
  (call: Call, { clientId }: Application) =>
  async ({ refresh_token, grant_type }: TokenRecord): Promise<TokenRecord> => {
    const input: WireInput = { refresh_token, grant_type };
    return (await call('auth.exchange', { client_id: clientId, ...input })) as TokenRecord;
  };

export function createSignIn(call: Call, session: Session, { clientId, clientSecret }: Application): SignIn {
  const begin = async <Reply extends TokenRecord>(reply: Promise<unknown>): Promise<Reply> => {
    const record = (await reply) as Reply;
    await session.start(record);
    return record;
  };
  const authorize = (input: WireInput, options?: CallOptions) =>
    call('auth.authorize', { client_id: clientId, ...input }, options);

  return {
    password: ({ username, password, scope = 'application,user', otp }, options) => {
      const code: WireInput = otp === undefined ? {} : { otp };
      return begin(authorize({ response_type: 'password', scope, username, password, ...code }, options));
    },
    passkey: ({ credential, scope = 'application,user' }, options) =>
      begin(call('passkeys.signIn', { client_id: clientId, scope, credential }, options)),
    clientCredentials: async ({ scope }, options) => {
      if (clientSecret === undefined) throw new TypeError('createClient was given no clientSecret.');
      const response_type = 'client_credentials';
      return begin(authorize({ response_type, scope, client_secret: clientSecret }, options));
    },
    refresh: ({ refreshToken, grantType = 'password' }, options) =>
      begin(authorize({ refresh_token: refreshToken, grant_type: grantType }, options)),
    redeemCode: ({ code, redirectUri }, options) => {
      const input: WireInput = {
        code,
        ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
        ...(clientSecret !== undefined && { client_secret: clientSecret }),
      };
      return begin(call('auth.exchange', { client_id: clientId, ...input }, options));
    },
    stored: async (record) => {
      await session.resume(record);
      return record;
    },
  };
}

/** `device` is the kind of phone on which the account is created, if it is a phone. */
export type NewAccount = { name: string; email: string; password: string; device?: 'android' | 'ios' };

export type SignUp = (account: NewAccount, options?: CallOptions) => Promise<AccountResult>;

/** Creates a user of the application and signs the user in, as spec 4.1 requires. */
export function createSignUp(call: Call, signIn: SignIn, { clientId }: Application): SignUp {
  return async (account, options) => {
    const input = { appId: clientId, type: 'account', ...account };
    const result = (await call('accounts.create', input, options)) as AccountResult;
    await signIn.password({ username: account.email, password: account.password }, options);
    return result;
  };
}

export type SignOut = (options?: CallOptions) => Promise<void>;

/**
 * Revokes the session on the platform (spec 2.2) and clears it locally. It is cleared even when the platform
 * cannot be reached; the error then means that the tokens are still valid.
 */
export function createSignOut(send: SendWithToken, session: Session, origins: Origins): SignOut {
  return async (options) => {
    if (!(await session.current())) return;
    try {
      await send((record) => {
        const url = new URL(record.href, origins('base', record));
        return { name: 'DELETE /v3/tokens/{token_id}', method: 'DELETE', url, headers: {} };
      }, options);
    } catch (error) {
      if (!isGone(error)) throw error;
    } finally {
      await session.end();
    }
  };
}

/** Returns whether the session had already ended, so that signing out succeeds. */
const isGone = (error: unknown) =>
  error instanceof AzulejoError &&
  (error.name === 'SessionEnded' || error.status === 401 || error.status === 404);
