import { routes } from './api/routes.generated.ts';
import type { TokenRecord } from './api/types.generated.ts';
import { assertOurs, type Origins } from './origins.ts';
import { type RequestHeaders, requestOf, type WireInput, type WireRequest, withHeaders } from './request.ts';
import type { Session } from './session.ts';
import { bodyOf, type Transport } from './transport.ts';
import { withResolvers } from './with-resolvers.ts';

export type RouteId = keyof typeof routes;

export type CallOptions = RequestHeaders & {
  /** Aborts the call; the promise then rejects with the signal’s reason. */
  readonly signal?: AbortSignal;
  /** Called with each report of operations that report their progress, such as `rehearsals.create`. */
  readonly onProgress?: (progress: unknown) => void;
};

/** Calls one operation of the contract by its id and returns its JSON. */
export type Call = (id: RouteId, input: WireInput, options?: CallOptions, image?: Blob) => Promise<unknown>;

/** Returns the call for operations that need no token. */
export function createPublicCall(transport: Transport, origins: Origins): Call {
  return async (id, input, { signal, onProgress, ...headers } = {}) => {
    const request = withHeaders(requestOf(routes[id], origins(routes[id].origin), input), headers);
    return bodyOf(request, await transport(request, { signal, onProgress }));
  };
}

/** Sends a request with the token. When it is answered 401, renews the token and retries once. */
export type SendWithToken = (
  requestFor: (record: TokenRecord) => WireRequest,
  options?: CallOptions,
) => Promise<unknown>;

export function createSendWithToken(transport: Transport, origins: Origins, session: Session): SendWithToken {
  return async (requestFor, { signal, onProgress, ...headers } = {}) => {
    const send = async (record: TokenRecord) => {
      const request = withHeaders(requestFor(record), headers);
      assertOurs(request.url, origins, record);
      return { request, reply: await transport(request, { record, signal, onProgress }) };
    };
    const record = await abortable(session.fresh(), signal);
    const first = await send(record);
    // Only a bad token is answered 401; a second 401 is an error.
    const last =
      first.reply.status === 401 ? await send(await abortable(session.renew(record), signal)) : first;
    return bodyOf(last.request, last.reply);
  };
}

/** Returns the call for any operation. It sends the token where the route needs one. */
export function createCall(publicCall: Call, sendWithToken: SendWithToken, origins: Origins): Call {
  return (id, input, options, image) => {
    const route = routes[id];
    if (!route.token) return publicCall(id, input, options);
    return sendWithToken((record) => requestOf(route, origins(route.origin, record), input, image), options);
  };
}

/** Rejects when the signal aborts. The work continues, because callers share a renewal. */
async function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  signal.throwIfAborted();
  const { promise: aborted, reject } = withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
