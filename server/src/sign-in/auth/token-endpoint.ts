import type { TokenRecord } from '@azulejo/contract';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { type JsonReply, NO_STORE, type RedirectReply } from '../../platform/http/replies.ts';
import type { SignInLimits } from '../../platform/sign-in-limits.ts';
import type { Grant, GrantInput, Issued, Visitor } from './grants/grant.ts';
import type { Redirect } from './grants/redirects.ts';
import { type Endpoints, type IssuedToken, toTokenRecord } from './tokens/token-record.ts';

/** Prevents caching (RFC 6749 5.1). `Pragma` is for caches that only know HTTP/1.0. */
const NOT_STORED = { cacheControl: NO_STORE, headers: { Pragma: 'no-cache' } };

type Dependencies = { clock: Clock; endpoints: Endpoints; limits: SignInLimits; redirect: Redirect };

/** The parameters of a request for tokens, and where it came from. */
export type TokenRequest = { input: GrantInput; from: Visitor };

export type TokenEndpoint = ReturnType<typeof createTokenEndpoint>;

/**
 * Runs a grant in the steps of the token endpoint (RFC 6749 3.2; spec 4.2 to 4.5):
 * 1. Read the grant's parameters.
 * 2. Authenticate the client.
 * 3. Check the grant: the password, refresh token or code, throttled by account and address.
 * 4. Issue the tokens, in one unit with the audit entry.
 * 5. Count a refused token or code against the address. Other refusals are counted where they are refused.
 * 6. Reply with the token record, or redirect with a one-time code.
 */
export function createTokenEndpoint({ clock, endpoints, limits, redirect }: Dependencies) {
  async function run<Parameters, Client, Checked, Result>(
    grant: Grant<Parameters, Client, Checked, Result>,
    { input, from }: TokenRequest,
  ): Promise<Result> {
    try {
      const parameters = grant.read(input, from);
      const client = await grant.authenticate(parameters);
      const checked = await grant.check(parameters, client);
      return await grant.issue(checked);
    } catch (error) {
      if (isGuess(error)) await limits.failedToken(from.address);
      throw error;
    }
  }

  const toReply = (token: IssuedToken): JsonReply<TokenRecord> => ({
    body: toTokenRecord(token, endpoints, clock.now()),
    ...NOT_STORED,
  });

  return {
    toReply,

    async replyWithTokens<Parameters, Client, Checked>(
      grant: Grant<Parameters, Client, Checked>,
      request: TokenRequest,
    ): Promise<JsonReply<TokenRecord>> {
      const { token } = await run(grant, request);
      return toReply(token);
    },

    async replyWithRedirect<Parameters, Client, Checked>(
      grant: Grant<Parameters, Client, Checked, Pick<Issued, 'signInId'>>,
      request: TokenRequest,
      redirectUri: string,
    ): Promise<RedirectReply> {
      const { signInId } = await run(grant, request);
      return redirect(redirectUri, signInId, request.input.state);
    },
  };
}

const isGuess = (error: unknown): boolean =>
  error instanceof ApiError && /^invalid_(refresh_token|code)$/.test(error.kind);
