import type { OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http';
import { ServerResponse } from './node-http.ts';

/** Names that are not words with a capital each. */
const SPECIAL: Readonly<Record<string, string>> = {
  etag: 'ETag',
  'content-sha256': 'Content-SHA256',
  'www-authenticate': 'WWW-Authenticate',
};

const spellings = new Map<string, string>();

/** `x-error` is `X-Error`. What already has a capital stays as it is. */
function spelling(name: string): string {
  const known = spellings.get(name);
  if (known !== undefined) return known;
  const spelt = SPECIAL[name] ?? name.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
  // The names are those of our own program: they are few.
  spellings.set(name, spelt);
  return spelt;
}

/** Names and values in turn, which Node takes as well: half the time of another object. */
function spell(headers: OutgoingHttpHeaders): OutgoingHttpHeader[] {
  const spelt: OutgoingHttpHeader[] = [];
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) spelt.push(spelling(name), value);
  }
  return spelt;
}

const isHeaders = (argument: unknown): argument is OutgoingHttpHeaders =>
  typeof argument === 'object' && argument !== null && !Array.isArray(argument);

/**
 * A response whose header names go out as documents spell them: `ETag`, `X-Error`. Fastify lowers them, HTTP does not
 * mind (RFC 9110 5.1), a known app does (ios-app 7.2, 9.2).
 */
export class CanonicalHeaderResponse extends ServerResponse {
  override setHeader(name: string, value: number | string | readonly string[]): this {
    return super.setHeader(spelling(name), value);
  }

  override writeHead(...given: unknown[]): this {
    const spelt = given.map((each) => (isHeaders(each) ? spell(each) : each));
    return super.writeHead(...(spelt as Parameters<InstanceType<typeof ServerResponse>['writeHead']>));
  }
}
