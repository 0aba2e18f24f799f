import { requireHeaderValue, type Step } from './step.ts';

/** The values of placeholders, by name. */
export type Values = Readonly<Record<string, string>>;

/** A request that is ready to be sent. */
export type FilledStep = Step & { readonly body: string | undefined };

/**
 * Thrown when a step cannot be sent, or was not answered as it should be. The message is for the manager's
 * people.
 */
export class StepError extends Error {
  override readonly name = 'StepError';
}

const PLACEHOLDER = /\{([A-Za-z_][\w.-]{0,63})\}/g;
/** Scheme and host without placeholders, so that no value decides where a secret is sent; path; query. */
const URL_PARTS = /^(https?:\/\/[^/?#{}\s\\]+)(\/[^?#]*)?(?:\?([^#]*))?(?:#.*)?$/i;
const FORM = 'application/x-www-form-urlencoded';

/**
 * Replaces the placeholders of a step. The URL is split before values are put in, so that none can add a
 * parameter, and each text is passed over once, so that a value with braces stays as it is. Throws a StepError
 * for a placeholder without a value. `parameters` replace those of the same name.
 *
 * The parameters of a POST become its body: JSON, or a form if the step says so by its `Content-Type`.
 */
export function fillStep(step: Step, values: Values, parameters: Values = {}): FilledStep {
  const [, origin, path = '', query] = URL_PARTS.exec(step.url) ?? [];
  if (origin === undefined)
    throw new StepError('a url must begin with http(s):// and a host without placeholders');
  const base = `${origin}${fill(path, values, encodeURIComponent)}`;
  const filled = splitQuery(query ?? '').map(
    ([name, value]) =>
      [name, Object.hasOwn(parameters, name) ? (parameters[name] ?? '') : fill(value, values)] as const,
  );
  const headers = fillHeaders(step.headers, values);
  if (step.method === 'POST') return { method: 'POST', url: base, ...toBody(headers, filled) };
  const text = filled.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  return { method: step.method, url: text === '' ? base : `${base}?${text}`, headers, body: undefined };
}

/** Returns whether the step has the placeholder anywhere. */
export const hasPlaceholder = ({ url, headers }: Step, name: string): boolean =>
  [url, ...Object.values(headers)].some((text) => text.includes(`{${name}}`));

function fill(text: string, values: Values, encode: (value: string) => string = (value) => value): string {
  return text.replace(PLACEHOLDER, (_placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new StepError(`there is no value for {${name}}`);
    return encode(value);
  });
}

function fillHeaders(headers: Step['headers'], values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, text]) => {
      const value = fill(text, values);
      requireHeaderValue(name, value, (reason) => new StepError(`headers ${reason}`));
      return [name, value];
    }),
  );
}

/**
 * Splits a query by hand: known managers put a refresh token into it without encoding, so `+` means itself there
 * and not a space (manager-sdk 2.3).
 */
const splitQuery = (query: string): [name: string, value: string][] =>
  query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
    });

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function toBody(headers: Record<string, string>, parameters: readonly (readonly [string, string])[]) {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  if (type?.toLowerCase().startsWith(FORM))
    return { headers, body: new URLSearchParams(Object.fromEntries(parameters)).toString() };
  const body = JSON.stringify(Object.fromEntries(parameters));
  return { headers: type === undefined ? { ...headers, 'Content-Type': 'application/json' } : headers, body };
}
