import { Refusal } from '../../platform/refusal.ts';
import type { Target } from '../remote/target.ts';
import { deadline, wait } from '../wait.ts';
import type { PortalRequest, Send } from './client.ts';
import { readJson, toApiError } from './reply.ts';

const TIMEOUT_MS = 30_000;
const MAX_REPLY_BYTES = 32 * 1024 * 1024;
/** Waits before each retry of a request that only reads. */
const RETRY_DELAYS_MS = [500, 1_500];
const RETRIED: readonly number[] = [502, 503, 504];

type Answer = { readonly response: Response; readonly body: unknown };

/** Sends requests to a server elsewhere, with an access token. */
export function sendTo({ url, token }: Target): Send {
  async function attempt(request: Request): Promise<Answer> {
    try {
      const response = await fetch(request.clone(), { signal: deadline(TIMEOUT_MS) });
      return { response, body: readJson(await readText(response)) };
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Refusal(explainNetworkError(error, url), { cause: error });
    }
  }

  return async function send(portalRequest) {
    const request = toRequest(portalRequest, { url, token });
    for (const delay of request.method === 'GET' ? RETRY_DELAYS_MS : []) {
      const answer = await attempt(request).catch(() => undefined);
      if (answer && !RETRIED.includes(answer.response.status)) return read(answer, url);
      await wait(delay);
    }
    return read(await attempt(request), url);
  };
}

function toRequest({ method, path, body }: PortalRequest, { url, token }: Target): Request {
  const headers = new Headers({ authorization: `Bearer ${token}`, accept: 'application/json' });
  if (body !== undefined) headers.set('content-type', 'application/json');
  return new Request(new URL(path, url), { method, headers, body: body ?? null, redirect: 'manual' });
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_REPLY_BYTES) throw new Refusal('the response is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns the body of a reply. Throws the error that it holds, or a Refusal when no portal answers at the URL. */
function read({ response, body }: Answer, url: string): unknown {
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    const place = URL.parse(headers.get('location') ?? '', url)?.origin;
    throw new Refusal(`${url} redirects${place === undefined ? '' : ` to ${place}`}: use that address`);
  }
  if (response.ok && body !== undefined) return body;
  throw (
    toApiError(body) ??
    new Refusal(`${url} is not an Azulejo server, or not one of this version (status ${status})`)
  );
}

/** Codes of Node and OpenSSL for certificates of an unknown issuer. */
const UNTRUSTED =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|CERT_UNTRUSTED)$/;

/** Returns a sentence saying what went wrong on the way to the server, and what to do. */
function explainNetworkError(error: unknown, url: string): string {
  const { host } = new URL(url);
  if (error instanceof Error && error.name === 'TimeoutError') return `${host} did not answer in time`;
  const code = codeOf(error);
  if (code === 'ECONNREFUSED')
    return `nothing listens at ${url}: check the address, and that the server runs`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `the host name ${host} is unknown: check the address`;
  if (UNTRUSTED.test(code))
    return `the certificate of ${host} is of an unknown issuer: name its CA certificate with --ca FILE`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `the certificate is not for ${host}: check the address`;
  if (code === 'CERT_HAS_EXPIRED') return `the certificate of ${host} has expired: renew it on the server`;
  if (/SSL|TLS|EPROTO/.test(code))
    return `${host} does not use TLS on this port (${code}): try http, or another port`;
  return `${url} cannot be reached (${code || 'connection failed'})`;
}

/** Returns the code of the innermost error that has one: fetch wraps the reason. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return '';
  const inner = codeOf(error.cause);
  return inner === '' ? ((error as NodeJS.ErrnoException).code ?? '') : inner;
}
