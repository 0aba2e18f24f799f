import type { portalResources, UploadResult } from '@azulejo/contract';
import type { CallOptions } from './call.ts';
import { portalRoutes } from './portal-routes.generated.ts';
import { requestOf, type WireInput } from './request.ts';
import type { Resource } from './resources.ts';
import { bodyOf, createTransport, type Fetch } from './transport.ts';

export type PortalOptions = {
  /** The platform’s origin. Only its own pages can call, since the session is in a cookie. */
  readonly url: string;
  readonly fetch?: Fetch;
  /** Timeout of one request, including the response’s body; 30,000 by default. */
  readonly timeoutMs?: number;
};

/** The portal’s API, by resource and verb. Every failure is an `AzulejoError`. */
export type Portal = {
  readonly [Name in keyof typeof portalResources]: Resource<Omit<(typeof portalResources)[Name], Upload>>;
} & {
  readonly templates: Readonly<Record<Upload, (image: Blob, options?: CallOptions) => Promise<UploadResult>>>;
};

/** Verbs with a binary body. */
type Upload = 'uploadPicture';

/**
 * Creates a client of the portal’s API, for its own pages in a browser. It sends the session’s CSRF token.
 */
export function createPortal({ url, timeoutMs = 30_000, ...options }: PortalOptions): Portal {
  const fetch: Fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const transport = createTransport(fetch, timeoutMs, 'same-origin');
  let csrfToken = '';

  async function call(
    id: keyof typeof portalRoutes,
    input: WireInput,
    { signal }: CallOptions = {},
    image?: Blob,
  ) {
    const request = requestOf(portalRoutes[id], url, input, image);
    const headers = { ...request.headers, 'x-csrf-token': csrfToken };
    const body = bodyOf(request, await transport({ ...request, headers }, { signal }));
    if (hasCsrfToken(body)) csrfToken = body.csrf_token;
    return body;
  }

  const methods: Record<string, Record<string, unknown>> = {};
  for (const id of Object.keys(portalRoutes) as (keyof typeof portalRoutes)[]) {
    const [, resource, verb] = id.split('.') as [string, string, string];
    methods[resource] = {
      ...methods[resource],
      [verb]: (input: Record<string, unknown> | Blob = {}, options?: CallOptions) =>
        input instanceof Blob ? call(id, {}, options, input) : call(id, input, options),
    };
  }
  return methods as unknown as Portal;
}

const hasCsrfToken = (body: unknown): body is { csrf_token: string } =>
  typeof body === 'object' && body !== null && 'csrf_token' in body && typeof body.csrf_token === 'string';
