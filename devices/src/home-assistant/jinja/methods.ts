import type { Arguments } from './calls.ts';
import { LISTS } from './lists.ts';
import { formatted } from './printf.ts';
import { replaced, stripped, TEXTS } from './texts.ts';
import { callOfTime } from './times.ts';
import {
  Duration,
  dictOf,
  Failed,
  fail,
  isEqual,
  keyOf,
  MAX_TEXT,
  Moment,
  numeric,
  textIn,
} from './values.ts';

type Method<Own> = (own: Own, values: readonly unknown[], named: Arguments['named']) => unknown;

/** Returns whether the text begins or ends with one of what may be a text or a list of them. */
const anyOf = (affix: unknown, fits: (affix: string) => boolean): boolean =>
  (Array.isArray(affix) ? affix : [affix]).some((each) => fits(textIn(each)));

function split(text: string, separator: unknown, limit: unknown): string[] {
  const most = limit === undefined ? -1 : numeric(limit);
  const isBlank = separator === undefined || separator === null;
  if (!isBlank && textIn(separator) === '') throw new Failed('a separator that is empty');
  const trimmed = isBlank ? text.trim() : text;
  if (isBlank && trimmed === '') return [];
  const parts = isBlank ? trimmed.split(/\s+/) : trimmed.split(textIn(separator));
  if (most < 0 || parts.length <= most + 1) return parts;
  if (!isBlank) return [...parts.slice(0, most), parts.slice(most).join(textIn(separator))];
  const rest = parts.slice(0, most).reduce((left, part) => left.slice(part.length).trimStart(), trimmed);
  return [...parts.slice(0, most), rest];
}

function rsplit(text: string, separator: unknown, limit: unknown): string[] {
  const parts = split(text, separator, undefined);
  const most = limit === undefined ? parts.length : numeric(limit);
  const at = Math.max(0, parts.length - most - 1);
  return [parts.slice(0, at + 1).join(textIn(separator ?? ' ')), ...parts.slice(at + 1)];
}

function partition(text: string, separator: unknown, at: number): string[] {
  const mark = textIn(separator);
  return at === -1 ? [text, '', ''] : [text.slice(0, at), mark, text.slice(at + mark.length)];
}

const widthOf = (value: unknown): number => Math.min(numeric(value), MAX_TEXT);

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();

const TEXT_METHODS: Readonly<Record<string, Method<string>>> = {
  capitalize,
  count: (text, [part]) => (textIn(part) === '' ? text.length + 1 : text.split(textIn(part)).length - 1),
  endswith: (text, [end]) => anyOf(end, (each) => text.endsWith(each)),
  find: (text, [part]) => text.indexOf(textIn(part)),
  format: (text, values, named) => formatted(text, values, named),
  index: (text, [part]) => (text.includes(textIn(part)) ? text.indexOf(textIn(part)) : fail('no such part')),
  isalnum: (text) => /^[\p{L}\p{N}]+$/u.test(text),
  isalpha: (text) => /^\p{L}+$/u.test(text),
  isdecimal: (text) => /^\p{Nd}+$/u.test(text),
  isdigit: (text) => /^\p{Nd}+$/u.test(text),
  islower: (text) => text !== text.toUpperCase() && text === text.toLowerCase(),
  isnumeric: (text) => /^\p{N}+$/u.test(text),
  isspace: (text) => /^\s+$/.test(text),
  isupper: (text) => text !== text.toLowerCase() && text === text.toUpperCase(),
  join: (text, [list]) => call(LISTS, 'join', [list, text]),
  ljust: (text, [width, by]) => text.padEnd(widthOf(width), textIn(by ?? ' ')),
  lower: (text) => text.toLowerCase(),
  lstrip: (text, [chars]) => stripped(text, chars, true, false),
  partition: (text, [separator]) => partition(text, separator, text.indexOf(textIn(separator))),
  removeprefix: (text, [start]) => (text.startsWith(textIn(start)) ? text.slice(textIn(start).length) : text),
  removesuffix: (text, [end]) =>
    textIn(end) !== '' && text.endsWith(textIn(end)) ? text.slice(0, -textIn(end).length) : text,
  replace: (text, [old, by, count]) =>
    replaced(text, textIn(old), textIn(by), count === undefined ? undefined : numeric(count)),
  rfind: (text, [part]) => text.lastIndexOf(textIn(part)),
  rjust: (text, [width, by]) => text.padStart(widthOf(width), textIn(by ?? ' ')),
  rpartition: (text, [separator]) => partition(text, separator, text.lastIndexOf(textIn(separator))),
  rsplit: (text, [separator, limit]) => rsplit(text, separator, limit),
  rstrip: (text, [chars]) => stripped(text, chars, false, true),
  split: (text, [separator, limit], named) =>
    split(text, separator ?? named.get('sep'), limit ?? named.get('maxsplit')),
  splitlines: (text) => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/)),
  startswith: (text, [start]) => anyOf(start, (each) => text.startsWith(each)),
  strip: (text, [chars]) => stripped(text, chars, true, true),
  title: (text) => call(TEXTS, 'title', [text]),
  upper: (text) => text.toUpperCase(),
  zfill: (text, [width]) => {
    const [sign = ''] = /^[+-]?/.exec(text) ?? [];
    return sign + text.slice(sign.length).padStart(widthOf(width) - sign.length, '0');
  },
};

const LIST_METHODS: Readonly<Record<string, Method<readonly unknown[]>>> = {
  count: (list, [value]) => list.filter((each) => isEqual(each, value)).length,
  index: (list, [value]) => {
    const at = list.findIndex((each) => isEqual(each, value));
    return at === -1 ? fail('no such item') : at;
  },
};

const DICT_METHODS: Readonly<Record<string, Method<ReadonlyMap<unknown, unknown>>>> = {
  get: (dict, [key, fallback = null]) => dict.get(keyOf(key)) ?? (dict.has(keyOf(key)) ? null : fallback),
  items: (dict) => [...dict].map(([key, value]) => [key, value]),
  keys: (dict) => [...dict.keys()],
  values: (dict) => [...dict.values()],
};

/** Calls a function that needs nothing of the others. */
const call = (table: typeof LISTS, name: string, positional: readonly unknown[]): unknown =>
  table[name]?.({ positional, named: new Map() }, undefined as never);

const methodOf = <Own>(table: Readonly<Record<string, Method<Own>>>, name: string): Method<Own> =>
  (Object.hasOwn(table, name) ? table[name] : undefined) ?? fail(`no method ${name}`);

/** Calls a method of a value. Throws Failed for one that there is not. */
export function callMethod(own: unknown, name: string, { positional, named }: Arguments): unknown {
  if (typeof own === 'string') return methodOf(TEXT_METHODS, name)(own, positional, named);
  if (Array.isArray(own)) return methodOf(LIST_METHODS, name)(own, positional, named);
  if (own instanceof Moment || own instanceof Duration) return callOfTime(own, name, positional);
  const dict = dictOf(own) ?? fail(`no method ${name}`);
  return methodOf(DICT_METHODS, name)(dict, positional, named);
}
