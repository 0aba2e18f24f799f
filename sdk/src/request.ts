import type { Route } from './route.ts';

/** One request, before a token is attached to it. */
export type WireRequest = {
  /** Names the call in errors without any of its values: `GET /v3/users/{user_id}`. */
  readonly name: string;
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Blob;
  /** How long to wait for the response, unless the client has a timeout of its own. */
  readonly timeoutMs?: number;
};

export type WireInput = Readonly<Record<string, unknown>>;

/**
 * Builds a request from the members of `input`, in path, query or body. `image` is the body of image routes.
 */
export function requestOf(route: Route, origin: string, input: WireInput, image?: Blob): WireRequest {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = route.path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const segment = pathSegment(name, rest.get(name));
    rest.delete(name);
    return segment;
  });
  const url = new URL(origin.replace(/\/+$/, '') + path);
  const { method, timeoutMs } = route;
  const name = `${method} ${route.path}`;
  const request = { name, method, url, ...(timeoutMs !== undefined && { timeoutMs }) };
  if (image) return { ...request, headers: { 'content-type': image.type }, body: image };
  if (route.input === 'json') {
    for (const name of route.query ?? []) {
      if (rest.has(name)) url.searchParams.set(name, String(rest.get(name)));
      rest.delete(name);
    }
    return {
      ...request,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(rest)),
    };
  }
  for (const [name, value] of rest) url.searchParams.set(name, String(value));
  return { ...request, headers: {} };
}

/** Additional headers of a request. */
export type RequestHeaders = {
  /**
   * Sent as `Accept-Language`, e.g. `de`: the language of labels in responses that have them in several. By default,
   * browsers send the languages of the person, and Node sends none.
   */
  readonly language?: string;
  /**
   * Sent as `If-Match`: the `_rev` that the change is based on. The call fails with `precondition_failed` if it is
   * no longer the current one.
   */
  readonly ifMatch?: string;
};

/** Adds headers to a request. An entity tag is in quotes (RFC 9110 8.8.3). */
export const withHeaders = (request: WireRequest, { language, ifMatch }: RequestHeaders): WireRequest => ({
  ...request,
  headers: {
    ...request.headers,
    ...(language !== undefined && { 'accept-language': language }),
    ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
  },
});

/** Encodes a path segment. Throws a TypeError for `.` and `..`, which URLs resolve even when encoded. */
function pathSegment(name: string, value: unknown): string {
  const text = String(value ?? '');
  if (text === '' || text === '.' || text === '..') throw new TypeError(`${name} is not an id.`);
  return encodeURIComponent(text);
}
