import type { CallOptions } from '../call.ts';
import { createMethods } from '../methods.ts';
import { requestOf, type WireInput, withHeaders } from '../request.ts';
import { bodyOf, createTransport, type Fetch } from '../transport.ts';
import type { PortalResources } from './resources.generated.ts';
import { routes } from './routes.generated.ts';

export type * from './resources.generated.ts';
export type * from './types.generated.ts';

export type PortalOptions = {
  /** The platform’s origin. Only its own pages can call, since the session is in a cookie. */
  readonly url: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch;
  /** Timeout of one request, including the response’s body; 30,000 by default. */
  readonly timeoutMs?: number;
};

/** The portal’s API, by resource and verb. Every failure is an `AzulejoError`. */
export interface Portal extends PortalResources {}

/**
 * Creates a client of the portal’s API, for its own pages in a browser. It sends the session’s CSRF token.
 */
export function createPortal({ url, timeoutMs = 30_000, ...options }: PortalOptions): Portal {
  const fetch: Fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const transport = createTransport(fetch, timeoutMs, 'same-origin');
  let csrfToken = '';

  async function call(
    id: keyof typeof routes,
    input: WireInput,
    { signal, ...own }: CallOptions = {},
    image?: Blob,
  ) {
    const request = withHeaders(requestOf(routes[id], url, input, image), own);
    const headers = { ...request.headers, 'x-csrf-token': csrfToken };
    const body = bodyOf(request, await transport({ ...request, headers }, { signal }));
    if (hasCsrfToken(body)) csrfToken = body.csrf_token;
    return body;
  }

  return createMethods(routes, call) as unknown as Portal;
}

const hasCsrfToken = (body: unknown): body is { csrf_token: string } =>
  typeof body === 'object' && body !== null && 'csrf_token' in body && typeof body.csrf_token === 'string';
