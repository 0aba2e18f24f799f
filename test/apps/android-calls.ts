/**
 * The headers of the Android app's HTTP requests, and the answers its library accepts (android-app 1.2, 1.5).
 */
import { type Rule, requireThat } from './rules.ts';
import { sendOnWire, type WireHeaders, type WireReply } from './wire-client.ts';

/** What each call's library type requires of an answer (table in android-app 1.5). */
export type Expectation =
  | { kind: 'any' }
  | { kind: 'json'; rule: Rule }
  | { kind: 'json-or-204'; rule: Rule }
  | { kind: 'location' };

export type AndroidCall = {
  method: string;
  path: string;
  body?: unknown;
  headers?: WireHeaders;
  expected: Expectation;
};

export const JSON_TYPE = ['Content-Type', 'application/json; charset=UTF-8'] as const;

/** The app spells the header name with a lower-case `a` (android-app 1.2). */
const USER_AGENT = ['User-agent', 'com.muzzley/3.5.2 (Android 9 ; Google Pixel 3)'] as const;
const OWN: WireHeaders = [
  ['Connection', 'Keep-Alive'],
  ['Accept-Encoding', 'gzip'],
];

/** Sends a request to the hosts of sign-in, pictures and pages, without the app's own headers. */
export const sendPlain = (url: string, { method, path, body, headers = [] }: Omit<AndroidCall, 'expected'>) =>
  sendOnWire(url, {
    method,
    path,
    headers: [...(body === undefined ? [] : [JSON_TYPE]), ...headers, ...OWN],
    body: body === undefined ? undefined : JSON.stringify(body),
  });

/** Sends a request to `endpoints.http`. */
export const sendWithToken = (
  url: string,
  token: string,
  { headers = [], ...call }: Omit<AndroidCall, 'expected'>,
) =>
  sendPlain(url, {
    ...call,
    headers: [...headers, ['Authorization', `OAuth2.0 ${token}`], USER_AGENT, ['Accept-Language', 'pt-PT']],
  });

/** Throws unless the app accepts the answer. */
export function requireExpectation(reply: WireReply, expected: Expectation, at: string): void {
  const { status, text } = reply;
  if (expected.kind === 'location') {
    requireThat(status !== 401, at, 'is refused');
    requireThat(/^https?:\/\//.test(reply.header('Location') ?? ''), at, `names no Location: ${status}`);
    return;
  }
  requireThat(status >= 200 && status < 300, at, `is answered ${status}: ${text}`);
  if (expected.kind === 'any' || (expected.kind === 'json-or-204' && status === 204)) return;
  requireThat(status !== 204 && status !== 205, at, 'has no answer');
  requireThat(text !== '', at, 'has an empty answer');
  expected.rule(JSON.parse(text), at);
}
