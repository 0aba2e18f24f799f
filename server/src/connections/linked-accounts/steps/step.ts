import { isJsonObject } from '@azulejo/model';
import { type ApiError, invalidField } from '../../../platform/api-error.ts';

/** A request that a manager describes and the platform sends (managers 1.4). Not filled in yet. */
export type Step = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
};

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] satisfies Step['method'][];
const MAX_STEPS = 10;
const MAX_HEADERS = 20;
const MAX_VALUE_LENGTH = 4_000;
const MAX_URL_LENGTH = 8_000;
/** Matches a token (RFC 9110 5.6.2). */
const TOKEN = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
/** Headers that say how the message is sent, or that only the platform's connection knows. */
const FORBIDDEN =
  /^(host|cookie|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*)$/i;

/**
 * Reads `location`: an array of steps, or a single one, as managers send it to refresh a token. Throws
 * `invalid_request` that names the member.
 */
export function readSteps(location: unknown): readonly Step[] {
  const entries = Array.isArray(location) ? location : [location];
  if (entries.length === 0 || entries.length > MAX_STEPS)
    throw invalidField('location', `must have from 1 to ${MAX_STEPS} steps`);
  return entries.map((entry, index) =>
    readStep(entry, Array.isArray(location) ? `location[${index}]` : 'location'),
  );
}

function readStep(entry: unknown, at: string): Step {
  if (!isJsonObject(entry)) throw invalidField(at, 'must be an object with method and url');
  const method = typeof entry['method'] === 'string' ? entry['method'].toUpperCase() : '';
  if (!METHODS.includes(method)) throw invalidField(`${at}.method`, `must be one of ${METHODS.join(', ')}`);
  const url = entry['url'];
  if (typeof url !== 'string' || url.length > MAX_URL_LENGTH)
    throw invalidField(`${at}.url`, `must be a text of at most ${MAX_URL_LENGTH} characters`);
  return {
    method: method as Step['method'],
    url,
    headers: readHeaders(entry['headers'] ?? {}, `${at}.headers`),
  };
}

function readHeaders(headers: unknown, at: string): Record<string, string> {
  if (!isJsonObject(headers)) throw invalidField(at, 'must be an object');
  const entries = Object.entries(headers);
  if (entries.length > MAX_HEADERS) throw invalidField(at, `must have at most ${MAX_HEADERS} members`);
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (!TOKEN.test(name) || FORBIDDEN.test(name))
        throw invalidField(at, `must not have "${name.slice(0, 100)}"`);
      if (typeof value !== 'string') throw invalidField(at, `must have a text for "${name}"`);
      requireHeaderValue(name, value, (reason) => invalidField(at, reason));
      return [name, value];
    }),
  );
}

/** Throws what `refuse` returns when the value would end the header (RFC 9110 5.5), or is too long. */
export function requireHeaderValue(
  name: string,
  value: string,
  refuse: (reason: string) => ApiError | Error,
): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be sent.
  if (/[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/.test(value) || value.length > MAX_VALUE_LENGTH)
    throw refuse(`must have a printable text for "${name}"`);
}
