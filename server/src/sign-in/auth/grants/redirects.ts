import type { Db } from '../../../database/index.ts';
import type { Client } from '../../../identity/applications/index.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { RedirectReply } from '../../../platform/http/replies.ts';
import type { TokenIssuer } from '../tokens/issuer.ts';

/** A loopback address of a native app up to its port, which the app gets from the system only when it listens. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/;

const withoutLoopbackPort = (uri: string): string => uri.replace(LOOPBACK, '$1');

/**
 * Requires an exactly registered URI; no other is redirected to (RFC 6749 3.1.2.3, RFC 9700 2.1). Only the
 * port of a loopback address may differ (RFC 8252 7.3).
 */
export function requireRegistered(client: Client, redirectUri: string): void {
  const wanted = withoutLoopbackPort(redirectUri);
  const registered = client.kind === 'device' ? [] : client.redirectUris;
  if (!registered.some((uri) => withoutLoopbackPort(uri) === wanted)) {
    throw new ApiError('unregistered_redirect', {
      fields: [{ field: 'redirect_uri', reason: 'is not registered for this application' }],
    });
  }
}

export type Redirect = ReturnType<typeof createRedirect>;

/** Returns a function that redirects (303) with a one-time code for a sign-in (spec 4.3). */
export function createRedirect({ db, clock, issuer }: { db: Db; clock: Clock; issuer: TokenIssuer }) {
  return async (redirectUri: string, signInId: string, state: string | undefined): Promise<RedirectReply> => {
    const { code, statement } = issuer.newCode(signInId, redirectUri, clock.now());
    await db.unit([statement]);
    return { redirect: redirectWithCode(redirectUri, code, state) };
  };
}

/** Adds a one-time code and the echoed state to the URI; tokens are never sent in a URL. */
function redirectWithCode(redirectUri: string, code: string, state: string | undefined): string {
  const parameters = new URLSearchParams({ code, ...(state === undefined ? {} : { state }) });
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters}`;
}
