import { kebab } from '../../template/naming.ts';
import { type Callable, fn, variadic } from './calls.ts';
import { printf } from './printf.ts';
import { createWriter, toJson, written } from './text.ts';
import { Failed, fail, isTrue, MAX_ITEMS, MAX_TEXT, numeric, textIn } from './values.ts';

/** Replaces a text. Throws Failed when the result would be too long, before it is made. */
export function replaced(text: string, old: string, by: string, count = Number.POSITIVE_INFINITY): string {
  const found = old === '' ? text.length + 1 : text.split(old).length - 1;
  const times = Math.min(found, count < 0 ? found : count);
  if (text.length + times * (by.length - old.length) > MAX_TEXT) throw new Failed('a text that is too long');
  if (times === found) return text.replaceAll(old, () => by);
  let [result, at] = ['', 0];
  for (let done = 0; done < times; done += 1) {
    const next = text.indexOf(old, at);
    result += text.slice(at, next) + by;
    at = next + old.length;
  }
  return result + text.slice(at);
}

const titled = (text: string): string =>
  text.toLowerCase().replace(/\p{L}+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1));

/** Returns an expression of Python. One that takes long ends the process, like every other slow step. */
function expressionOf(pattern: unknown, ignoresCase: unknown, flags = ''): RegExp {
  const [source, insensitive] = stripFlags(textIn(pattern));
  const named = source
    .replaceAll('(?P<', '(?<')
    .replace(/\(\?P=(\w+)\)/g, '\\k<$1>')
    .replaceAll('\\Z', '$');
  const all = `${flags}${insensitive || isTrue(ignoresCase) ? 'i' : ''}`;
  try {
    return new RegExp(named, `${all}u`);
  } catch {
    // Python allows more escapes than JavaScript does with Unicode.
    return new RegExp(named, all);
  }
}

function stripFlags(pattern: string): readonly [source: string, isInsensitive: boolean] {
  const [start, flags = ''] = /^\(\?([aimsux]+)\)/.exec(pattern) ?? [''];
  return [pattern.slice(start.length), flags.includes('i')];
}

const found = (
  pattern: unknown,
  text: unknown,
  ignoresCase: unknown,
  isAtStart: boolean,
): RegExpExecArray | null => {
  const expression = expressionOf(pattern, ignoresCase, isAtStart ? 'y' : '');
  return expression.exec(textIn(text));
};

function findAll(text: string, pattern: unknown, ignoresCase: unknown): unknown[] {
  const matches: unknown[] = [];
  for (const [whole, ...groups] of text.matchAll(expressionOf(pattern, ignoresCase, 'g'))) {
    if (matches.length >= MAX_ITEMS) throw new Failed('a list that is too long');
    matches.push(
      groups.length === 0
        ? whole
        : groups.length === 1
          ? (groups[0] ?? '')
          : groups.map((each) => each ?? ''),
    );
  }
  return matches;
}

function replacedBy(text: string, pattern: unknown, by: unknown, ignoresCase: unknown): string {
  const writer = createWriter();
  let at = 0;
  for (const match of text.matchAll(expressionOf(pattern, ignoresCase, 'g'))) {
    writer.add(text.slice(at, match.index));
    writer.add(
      textIn(by ?? '').replace(/\\(?:g<(\w+)>|(\d))/g, (_, name?: string, digit?: string) =>
        String(match[Number(digit ?? name)] ?? (name === undefined ? '' : match.groups?.[name]) ?? ''),
      ),
    );
    at = match.index + match[0].length;
  }
  writer.add(text.slice(at));
  return writer.text();
}

const EXPRESSION = 'value find ignorecase';

export const isMatch: Callable = fn(
  EXPRESSION,
  ({ value, find, ignorecase }) => found(find, value, ignorecase, true) !== null,
);
export const isFound: Callable = fn(
  EXPRESSION,
  ({ value, find, ignorecase }) => found(find, value, ignorecase, false) !== null,
);

function truncated(text: string, length: number, end: string): string {
  return text.length <= length + 5 ? text : `${text.slice(0, Math.max(0, length - end.length))}${end}`;
}

function fromJson(value: unknown, fallback: unknown): unknown {
  try {
    return JSON.parse(textIn(value)) as unknown;
  } catch {
    return fallback ?? fail('no JSON');
  }
}

const SUFFIXES = ['th', 'st', 'nd', 'rd'];

function ordinal(value: unknown): string {
  const number = numeric(value);
  const isTeen = Math.floor((number % 100) / 10) === 1;
  return `${number}${isTeen ? 'th' : (SUFFIXES[number % 10] ?? 'th')}`;
}

/** Returns a text that another one surrounds, or not. */
const centered = (text: string, width: number): string => {
  const missing = Math.max(0, Math.min(width, MAX_TEXT) - text.length);
  const left = Math.floor(missing / 2);
  return `${' '.repeat(left)}${text}${' '.repeat(missing - left)}`;
};

/** Filters and functions of texts. */
export const TEXTS: Readonly<Record<string, Callable>> = {
  base64_decode: fn('value encoding', ({ value }) => Buffer.from(textIn(value), 'base64').toString('utf8')),
  base64_encode: fn('value', ({ value }) => Buffer.from(textIn(value), 'utf8').toString('base64')),
  capitalize: fn('value', ({ value }) => {
    const text = written(value).toLowerCase();
    return text.charAt(0).toUpperCase() + text.slice(1);
  }),
  center: fn('value width', ({ value, width }) =>
    centered(written(value), width === undefined ? 80 : numeric(width)),
  ),
  default: fn('value default_value boolean', ({ value, default_value = '', boolean }) =>
    value === undefined || (isTrue(boolean) && !isTrue(value)) ? default_value : value,
  ),
  escape: fn('value', ({ value }) => written(value)),
  format: variadic(([pattern, ...values]) => printf(textIn(pattern), values)),
  from_hex: fn('value', ({ value }) => Buffer.from(textIn(value), 'hex').toString('latin1')),
  from_json: fn('value default', ({ value, default: fallback }) => fromJson(value, fallback)),
  is_defined: fn('value', ({ value }) => (value === undefined ? fail('a missing value') : value)),
  lower: fn('value', ({ value }) => written(value).toLowerCase()),
  ordinal: fn('value', ({ value }) => ordinal(value)),
  regex_findall: fn('value find ignorecase', ({ value, find, ignorecase }) =>
    findAll(textIn(value), find, ignorecase),
  ),
  regex_findall_index: fn(
    'value find index ignorecase',
    ({ value, find, index, ignorecase }) =>
      findAll(textIn(value), find, ignorecase).at(index === undefined ? 0 : numeric(index)) ??
      fail('no match'),
  ),
  regex_match: isMatch,
  regex_replace: fn('value find replace ignorecase', ({ value, find, replace, ignorecase }) =>
    replacedBy(textIn(value), find ?? '', replace, ignorecase),
  ),
  regex_search: isFound,
  replace: fn('value old new count', ({ value, old, new: by, count }) =>
    replaced(
      written(value),
      written(old),
      written(by),
      count === undefined || count === null ? undefined : numeric(count),
    ),
  ),
  slugify: fn('value separator', ({ value, separator }) =>
    kebab(textIn(value)).replaceAll('-', textIn(separator ?? '_')),
  ),
  string: fn('value', ({ value }) => written(value)),
  title: fn('value', ({ value }) => titled(written(value))),
  to_json: fn('value pretty_print sort_keys ensure_ascii', ({ value, pretty_print }) =>
    toJson(value, isTrue(pretty_print)),
  ),
  tojson: fn('value indent', ({ value, indent }) =>
    toJson(value, indent !== undefined && indent !== null, ' '),
  ),
  trim: fn('value chars', ({ value, chars }) => stripped(written(value), chars, true, true)),
  truncate: fn('value length killwords end leeway', ({ value, length, end }) =>
    truncated(written(value), length === undefined ? 255 : numeric(length), textIn(end ?? '...')),
  ),
  upper: fn('value', ({ value }) => written(value).toUpperCase()),
  urlencode: fn('value', ({ value }) => encodeURIComponent(written(value))),
  wordcount: fn('value', ({ value }) => (textIn(value).match(/[\p{L}\p{N}_]+/gu) ?? []).length),
};

/** Removes white space, or these characters, from the ends of a text. */
export function stripped(text: string, chars: unknown, atStart: boolean, atEnd: boolean): string {
  const removed = chars === undefined || chars === null ? undefined : new Set(textIn(chars));
  const isRemoved = (letter: string) => (removed ? removed.has(letter) : /\s/.test(letter));
  let [from, to] = [0, text.length];
  while (atStart && from < to && isRemoved(text.charAt(from))) from += 1;
  while (atEnd && to > from && isRemoved(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}
