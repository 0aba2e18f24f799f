import { type Callable, fn, variadic } from './calls.ts';
import { has, LISTS } from './lists.ts';
import { NUMBERS } from './numbers.ts';
import { OPERATORS } from './operators.ts';
import { isFound, isMatch, TEXTS } from './texts.ts';
import { TIMES } from './times.ts';
import {
  dictOf,
  fail,
  floatOf,
  isEqual,
  isFloat,
  isNumeric,
  itemsOf,
  MAX_ITEMS,
  Moment,
  Namespace,
  numeric,
} from './values.ts';

type Table = Readonly<Record<string, Callable>>;

const isString = (value: unknown): boolean => typeof value === 'string';

/** Makes a dictionary of another one, or of pairs, and of the named values. */
function dict([first]: readonly unknown[], named: ReadonlyMap<string, unknown>): Map<unknown, unknown> {
  const entries = first === undefined ? [] : (dictOf(first) ?? itemsOf(first).map((pair) => itemsOf(pair)));
  return new Map([...(entries as Iterable<[unknown, unknown]>), ...named].slice(0, MAX_ITEMS));
}

const same: Table = {
  ...{ ...NUMBERS, ...TEXTS, ...LISTS, ...TIMES },
  typeof: fn('value', ({ value }) => (isString(value) ? 'str' : isFloat(value) ? 'float' : typeof value)),
};
const as = (name: string): Callable => same[name] ?? fail(name);

/** What stands after `|`. */
export const FILTERS: Table = {
  ...same,
  d: as('default'),
  e: as('escape'),
  safe: fn('value', ({ value }) => value),
};

/** What is called by its name. */
export const FUNCTIONS: Table = {
  ...same,
  dict: variadic((values, _run, named) => dict(values, named)),
  namespace: variadic((values, _run, named) => new Namespace(dict(values, named))),
};

const test = (holds: (value: unknown) => boolean): Callable => fn('value', ({ value }) => holds(value));

const comparing = (name: string): Callable =>
  fn('value other', ({ value, other }) => OPERATORS[name]?.(value, other));

const isWhole = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value);

/** What stands after `is`. */
export const TESTS: Table = {
  boolean: test((value) => typeof value === 'boolean'),
  contains: fn('value item', ({ value, item }) => has(value, item)),
  datetime: test((value) => value instanceof Moment),
  defined: test((value) => value !== undefined),
  divisibleby: fn('value num', ({ value, num }) => numeric(value) % numeric(num) === 0),
  eq: comparing('=='),
  equalto: comparing('=='),
  even: test((value) => numeric(value) % 2 === 0),
  false: test((value) => value === false),
  float: test((value) => isFloat(value)),
  ge: comparing('>='),
  greaterthan: comparing('>'),
  gt: comparing('>'),
  has_value: test(
    (value) => value !== undefined && value !== null && value !== 'unknown' && value !== 'unavailable',
  ),
  in: comparing('in'),
  integer: test(isWhole),
  is_number: as('is_number'),
  iterable: test((value) => isString(value) || Array.isArray(value) || dictOf(value) !== undefined),
  le: comparing('<='),
  lessthan: comparing('<'),
  list: test(Array.isArray),
  lower: test((value) => isString(value) && value === String(value).toLowerCase()),
  lt: comparing('<'),
  mapping: test((value) => dictOf(value) !== undefined),
  match: isMatch,
  ne: comparing('!='),
  none: test((value) => value === null),
  number: test(isNumeric),
  odd: test((value) => Math.abs(numeric(value) % 2) === 1),
  sameas: fn('value other', ({ value, other }) => typeof value === typeof other && isEqual(value, other)),
  search: isFound,
  sequence: test((value) => isString(value) || Array.isArray(value) || dictOf(value) !== undefined),
  string: test(isString),
  string_like: test(isString),
  true: test((value) => value === true),
  undefined: test((value) => value === undefined),
  upper: test((value) => isString(value) && value === String(value).toUpperCase()),
};

export const CONSTANTS: Readonly<Record<string, unknown>> = {
  ...{ true: true, false: false, none: null, True: true, False: false, None: null },
  ...{ pi: Math.PI, e: Math.E, tau: 2 * Math.PI, inf: floatOf(Number.MAX_VALUE) },
};
