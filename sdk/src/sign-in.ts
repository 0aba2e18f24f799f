import type { AccountResult, AuthorizeReply, auth, InputOf, TokenRecord } from '@azulejo/contract';
import type { Call, CallOptions, SendWithToken } from './call.ts';
import { AzulejoError } from './errors.ts';
import type { Origins } from './origins.ts';
import type { Session } from './session.ts';

/** Every way to begin a session. Each answers the token record, which the client keeps and renews by itself. */
export type SignIn = {
  /** A person, by e-mail and password (spec 4.2). */
  password(credentials: PasswordCredentials, options?: CallOptions): Promise<TokenRecord>;
  /** The application itself, by its secret (spec 4.3). */
  clientCredentials(grant: { scope: string }, options?: CallOptions): Promise<TokenRecord>;
  /** With the refresh token of an earlier sign-in; the answer has members of the user too (spec 4.5). */
  refresh(grant: RefreshGrant, options?: CallOptions): Promise<AuthorizeReply>;
  /** With a one-time code; `redirectUri` as it was when the code travelled in a redirect. */
  redeemCode(grant: { code: string; redirectUri?: string }, options?: CallOptions): Promise<TokenRecord>;
  /** With a record that was kept elsewhere; nothing is sent. */
  stored(record: TokenRecord): Promise<TokenRecord>;
};

/** `scope` is separated by commas; without it, `application,user`. */
export type PasswordCredentials = { username: string; password: string; scope?: string };

export type RefreshGrant = { refreshToken: string; grantType?: TokenRecord['grant_type'] };

export type Application = { readonly clientId: string; readonly clientSecret?: string | undefined };

type AuthorizeInput = Omit<InputOf<typeof auth.authorize>, 'client_id'>;
type ExchangeInput = Omit<InputOf<typeof auth.exchange>, 'client_id'>;

/** Renews the tokens of a record (spec 4.4). */
export const exchangeWith =
  (call: Call, { clientId }: Application) =>
  async ({ refresh_token, grant_type }: TokenRecord): Promise<TokenRecord> => {
    const input: ExchangeInput = { refresh_token, grant_type };
    return (await call('auth.exchange', { client_id: clientId, ...input })) as TokenRecord;
  };

export function createSignIn(call: Call, session: Session, { clientId, clientSecret }: Application): SignIn {
  const begin = async <Reply extends TokenRecord>(reply: Promise<unknown>): Promise<Reply> => {
    const record = (await reply) as Reply;
    await session.start(record);
    return record;
  };
  const authorize = (input: AuthorizeInput, options?: CallOptions) =>
    call('auth.authorize', { client_id: clientId, ...input }, options);

  return {
    password: ({ username, password, scope = 'application,user' }, options) =>
      begin(authorize({ response_type: 'password', scope, username, password }, options)),
    clientCredentials: async ({ scope }, options) => {
      if (clientSecret === undefined) throw new TypeError('createClient was given no clientSecret.');
      const response_type = 'client_credentials';
      return begin(authorize({ response_type, scope, client_secret: clientSecret }, options));
    },
    refresh: ({ refreshToken, grantType = 'password' }, options) =>
      begin(authorize({ refresh_token: refreshToken, grant_type: grantType }, options)),
    redeemCode: ({ code, redirectUri }, options) => {
      const input: ExchangeInput = {
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

/** `device` says for which kind of phone the account is made, where it is one. */
export type NewAccount = { name: string; email: string; password: string; device?: 'android' | 'ios' };

export type SignUp = (account: NewAccount, options?: CallOptions) => Promise<AccountResult>;

/** Creates a user of the application and signs it in, as spec 4.1 asks of the caller. */
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
 * Revokes the sign-in at the platform (spec 2.2) and forgets it here. It is forgotten even when the platform
 * cannot be reached; the error then says that the tokens live on.
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

/** The sign-in was already over: what was asked for is so. */
const isGone = (error: unknown) =>
  error instanceof AzulejoError &&
  (error.name === 'SessionEnded' || error.status === 401 || error.status === 404);
