import type { OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http';
import { ServerResponse } from './node-http.ts';

/** Header names that are not written with one capital per word. */
const SPECIAL: Readonly<Record<string, string>> = {
  etag: 'ETag',
  'content-sha256': 'Content-SHA256',
  'www-authenticate': 'WWW-Authenticate',
};

const spellings = new Map<string, string>();

/** Returns `X-Error` for `x-error`. Letters that are already capitals are not changed. */
function spelling(name: string): string {
  const known = spellings.get(name);
  if (known !== undefined) return known;
  const spelt = SPECIAL[name] ?? name.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
  // Only our own code sets header names, so the cache stays small.
  spellings.set(name, spelt);
  return spelt;
}

/**
 * Returns names and values alternately, which Node accepts too and which takes half the time of a new object.
 */
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
 * Sends header names in their canonical spelling: `ETag`, `X-Error`. Fastify lowercases them. HTTP does not
 * distinguish case (RFC 9110 5.1), but a known app does (ios-app 7.2, 9.2).
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
