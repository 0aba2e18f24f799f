import type { Client } from '../../people/applications/index.ts';
import { Problem } from '../../platform/problem.ts';

/** Requires an exactly registered URI; no other is redirected to (RFC 6749 3.1.2.3, RFC 9700 2.1). */
export function requireRegistered(client: Client, redirectUri: string): void {
  if (!client.redirectUris.includes(redirectUri)) {
    throw new Problem('unregistered_redirect', {
      fields: [{ field: 'redirect_uri', reason: 'is not registered for this application' }],
    });
  }
}

/** Adds a one-time code and the echoed state to the URI; tokens are never sent in a URL. */
export function redirectWithCode(redirectUri: string, code: string, state: string | undefined): string {
  const parameters = new URLSearchParams({ code, ...(state === undefined ? {} : { state }) });
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters}`;
}
