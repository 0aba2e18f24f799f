import {
  type AnyOperation,
  type ErrorBody,
  type ErrorName,
  errors,
  type InputOf,
  type ReplyOf,
} from '@azulejo/contract';
import { ApiError } from '../../platform/api-error.ts';
import { Refusal } from '../../platform/refusal.ts';
import { deadline, wait } from '../wait.ts';
import type { Target } from './target.ts';

const TIMEOUT_MS = 30_000;
const MAX_REPLY_BYTES = 32 * 1024 * 1024;
/** Waits before each retry of a request that only reads. */
const RETRY_DELAYS_MS = [500, 1_500];
const RETRIED: readonly number[] = [502, 503, 504];

export type Call = <Op extends AnyOperation>(operation: Op, input: InputOf<Op>) => Promise<ReplyOf<Op>>;

/** Calls operations of the portal. Throws an ApiError with the server's error, or a Refusal. */
export function createClient({ url, token }: Target): Call {
  async function send(request: Request): Promise<{ response: Response; body: unknown }> {
    try {
      const response = await fetch(request.clone(), { signal: deadline(TIMEOUT_MS) });
      return { response, body: await readBody(response) };
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Refusal(explainNetworkError(error, url), { cause: error });
    }
  }

  return async function call<Op extends AnyOperation>(operation: Op, input: InputOf<Op>) {
    const request = toRequest(operation, input as Record<string, unknown>, { url, token });
    for (const delay of request.method === 'GET' ? RETRY_DELAYS_MS : []) {
      const answer = await send(request).catch(() => undefined);
      if (answer && !RETRIED.includes(answer.response.status)) return read<Op>(answer, url);
      await wait(delay);
    }
    return read<Op>(await send(request), url);
  };
}

/** Puts the input into the path, and the rest into the query or the body. */
function toRequest(
  { bindings: [{ method, path, input: form }] }: AnyOperation,
  input: Record<string, unknown>,
  { url, token }: Target,
): Request {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = String(rest.get(name));
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const target = new URL(filled, url);
  const headers = new Headers({ authorization: `Bearer ${token}`, accept: 'application/json' });
  if (form !== 'json') {
    for (const [name, value] of rest) target.searchParams.set(name, String(value));
    return new Request(target, { method, headers, redirect: 'manual' });
  }
  headers.set('content-type', 'application/json');
  const body = JSON.stringify(Object.fromEntries(rest));
  return new Request(target, { method, headers, body, redirect: 'manual' });
}

async function readBody(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_REPLY_BYTES) throw new Refusal('the response is too large');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

function read<Op>({ response, body }: { response: Response; body: unknown }, url: string): ReplyOf<Op> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    const place = URL.parse(headers.get('location') ?? '', url)?.origin;
    throw new Refusal(`${url} redirects${place === undefined ? '' : ` to ${place}`}: use that address`);
  }
  if (response.ok && body !== undefined) return body as ReplyOf<Op>;
  const problem = toApiError(body);
  if (problem) throw problem;
  throw new Refusal(`${url} is not an Azulejo server, or not one of this version (status ${status})`);
}

/** Returns the error of the contract in a response, with the names of fields as commands have them. */
function toApiError(body: unknown): ApiError | undefined {
  const { type, detail, errors: fields = [] } = (body ?? {}) as Partial<ErrorBody>;
  const kind = /^urn:azulejo:error:(\w+)$/.exec(type ?? '')?.[1];
  if (kind === undefined || !(kind in errors)) return undefined;
  const named = fields.map(({ field, reason }) => ({ field: optionNames[field] ?? field, reason }));
  const words = hints[kind as ErrorName];
  const text = detail ?? errors[kind as ErrorName].text;
  return new ApiError(kind as ErrorName, {
    fields: named,
    ...(words !== undefined ? { detail: `${text} ${words}` } : detail === undefined ? {} : { detail }),
  });
}

const NEW_TOKEN = 'Create another one in the portal, on the page "Access tokens", and run `azulejo login`.';

/** Maps errors to advice. */
const hints: Partial<Record<ErrorName, string>> = {
  invalid_token: NEW_TOKEN,
  expired_token: NEW_TOKEN,
  insufficient_role: 'The token belongs to an account of the portal whose role is too low.',
};

/** The options of commands by the names of the API. */
const optionNames: Readonly<Record<string, string>> = {
  redirect_uris: 'redirectUri',
  origins: 'origin',
  access_token_lifetime: 'accessTokenLifetime',
  refresh_token_lifetime: 'refreshTokenLifetime',
  minimum_password_length: 'minimumPasswordLength',
  app_scheme: 'appScheme',
};

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
