import type { TokenRecord } from './api/types.generated.ts';
import { AzulejoError, refusal } from './errors.ts';
import { readEvents, STREAM_TYPE } from './event-stream.ts';
import type { WireRequest } from './request.ts';

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
 * body. Cookies are not sent by default, since calls with a token need none.
 */
export function createTransport(
  fetch: Fetch,
  timeoutMs: number,
  credentials: 'omit' | 'same-origin' = 'omit',
): Transport {
  return async (request, { record, signal, onProgress }) => {
    const timeout = AbortSignal.timeout(timeoutMs);
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
      if (onProgress && isStream && response.body)
        return await readStream(response, response.body, onProgress);
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      if (timeout.aborted) {
        throw new AzulejoError('TimedOut', `${request.name}: no answer within ${timeoutMs} ms`, { cause });
      }
      throw new AzulejoError('Unreachable', `${request.name}: the platform cannot be reached`, { cause });
    }
  };
}

/** Returns the last event as if it were the response: a `result`, or an `error` with the status that it names. */
async function readStream(
  { status, headers }: Response,
  body: ReadableStream<Uint8Array>,
  onProgress: (progress: unknown) => void,
): Promise<Reply> {
  for await (const { type, data } of readEvents(body)) {
    if (type === 'progress') onProgress(JSON.parse(data));
    if (type === 'result') return { status, headers, text: data };
    if (type === 'error') return { status: statusOf(data), headers, text: data };
  }
  throw new Error('The stream ended without a result.');
}

function statusOf(problem: string): number {
  const { status } = JSON.parse(problem) as { status?: unknown };
  return typeof status === 'number' ? status : 500;
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
