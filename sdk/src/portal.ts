import type { portalResources, UploadResult } from '@azulejo/contract';
import type { CallOptions } from './call.ts';
import { portalRoutes } from './portal-routes.generated.ts';
import { requestOf, type WireInput } from './request.ts';
import type { Resource } from './resources.ts';
import { bodyOf, createTransport, type Fetch } from './transport.ts';

export type PortalOptions = {
  /** The platform’s origin. Its pages alone can call: the session is in a cookie of theirs. */
  readonly url: string;
  readonly fetch?: Fetch;
  /** For one exchange, its body included; 30,000 by default. */
  readonly timeoutMs?: number;
};

/** What the portal’s pages do, by resource and verb. Refusals and failures are AzulejoErrors. */
export type Portal = {
  readonly [Name in keyof typeof portalResources]: Resource<Omit<(typeof portalResources)[Name], Upload>>;
} & {
  readonly templates: Readonly<Record<Upload, (image: Blob, options?: CallOptions) => Promise<UploadResult>>>;
};

/** Verbs that have a body of their own. */
type Upload = 'uploadPicture';

/** The portal, for its own pages in a browser. It keeps the token that a session’s changes must carry. */
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
