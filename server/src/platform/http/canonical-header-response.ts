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

/** Headers of every response, with their names in lower case and as they are sent. */
export type StandingHeaders = readonly {
  readonly name: string;
  readonly spelt: string;
  readonly value: string;
}[];

export const prepareHeaders = (headers: Readonly<Record<string, string>>): StandingHeaders =>
  Object.entries(headers).map(([name, value]) => ({ name, spelt: spelling(name), value }));

const isHeaders = (argument: unknown): argument is OutgoingHttpHeaders =>
  typeof argument === 'object' && argument !== null && !Array.isArray(argument);

/**
 * Sends header names in their canonical spelling: `ETag`, `X-Error`. Fastify lowercases them. HTTP does not
 * distinguish case (RFC 9110 5.1), but a known app does (ios-app 7.2, 9.2).
 */
export class CanonicalHeaderResponse extends ServerResponse {
  /** Headers that are sent, too, except those of which the response has its own. */
  standing: StandingHeaders = [];
  requestId = '';

  override setHeader(name: string, value: number | string | readonly string[]): this {
    return super.setHeader(spelling(name), value);
  }

  override writeHead(...given: unknown[]): this {
    const own = given.at(-1);
    if (isHeaders(own)) given[given.length - 1] = this.#spell(own);
    else this.#setStanding();
    return super.writeHead(...(given as Parameters<InstanceType<typeof ServerResponse>['writeHead']>));
  }

  /**
   * Returns names and values alternately, which Node accepts too and which takes half the time of a new object.
   */
  #spell(own: OutgoingHttpHeaders): OutgoingHttpHeader[] {
    const spelt: OutgoingHttpHeader[] = [];
    for (const name in own) {
      const value = own[name];
      if (value !== undefined) spelt.push(spelling(name), value);
    }
    for (const { name, spelt: spelling, value } of this.standing)
      if (own[name] === undefined && !this.hasHeader(name)) spelt.push(spelling, value);
    if (this.requestId !== '') spelt.push('X-Request-Id', this.requestId);
    return spelt;
  }

  /** Sets the canonical names of headers that were set one by one, as a stream does. */
  #setStanding(): void {
    for (const { name, value } of this.standing) if (!this.hasHeader(name)) this.setHeader(name, value);
    if (this.requestId !== '') this.setHeader('x-request-id', this.requestId);
  }
}
