import type { TokenRecord } from './api/types.generated.ts';
import { AzulejoError, refusal } from './errors.ts';
import type { WireRequest } from './request.ts';

const TIMEOUT_MS = 30_000;
const STREAM_TYPE = 'text/event-stream';

export type Fetch = typeof globalThis.fetch;

type SendOptions = {
  /** The token to attach. */
  readonly record?: TokenRecord | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Asks for a stream of events, and is called with the data of those of type `progress`. */
  readonly onProgress?: ((progress: unknown) => void) | undefined;
};

export type Reply = { readonly status: number; readonly headers: Headers; readonly text: string };

/** Sends a request and reads the whole response, of any status. Rejects only when there is no response. */
export type Transport = (request: WireRequest, options: SendOptions) => Promise<Reply>;

/**
 * Creates a transport over `fetch`. `timeoutMs` is the timeout of the whole request, including the response’s
 * body; by default, that of the route. Cookies are not sent by default, since calls with a token need none.
 */
export function createTransport(
  fetch: Fetch,
  timeoutMs: number | undefined,
  credentials: 'omit' | 'same-origin' = 'omit',
): Transport {
  return async (request, { record, signal, onProgress }) => {
    const waitMs = timeoutMs ?? request.timeoutMs ?? TIMEOUT_MS;
    const timeout = AbortSignal.timeout(waitMs);
    try {
      const response = await fetch(request.url, {
        method: request.method,
        headers: {
          accept: onProgress ? STREAM_TYPE : 'application/json',
          ...request.headers,
          ...(record && { authorization: `Bearer ${record.access_token}` }),
        },
        ...(request.body !== undefined && { body: request.body }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        // The platform never redirects these calls, so a redirect comes from somewhere else.
        redirect: 'error',
        credentials,
        referrerPolicy: 'no-referrer',
      });
      const isStream = response.headers.get('content-type')?.startsWith(STREAM_TYPE) === true;
      const { status, headers, body } = response;
      if (!onProgress || !isStream || !body) return { status, headers, text: await response.text() };
      // Loaded when it is needed, because most pages ask for no stream.
      const { readResult } = await import('./event-stream.ts');
      return { status, headers, ...(await readResult(body, onProgress)) };
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      if (timeout.aborted) {
        throw new AzulejoError('TimedOut', `${request.name}: no answer within ${waitMs} ms`, { cause });
      }
      throw new AzulejoError('Unreachable', `${request.name}: the platform cannot be reached`, { cause });
    }
  };
}

/** Returns the JSON of a 2xx response. Throws `Refused` for any other status. */
export function bodyOf({ name }: WireRequest, { status, headers, text }: Reply): unknown {
  if (status < 200 || status > 299) throw refusal(name, status, headers, text);
  // The platform answers some empty lists without a body.
  if (status === 204) return { elements: [] };
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AzulejoError('Unreadable', `${name}: the answer is not JSON (${status})`, { status, cause });
  }
}
