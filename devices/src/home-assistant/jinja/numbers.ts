import { type Callable, fn, type Named, variadic } from './calls.ts';
import {
  Failed,
  fail,
  floatOf,
  isFloat,
  isNumeric,
  isTrue,
  itemsOf,
  numeric,
  parsedNumber,
  textIn,
} from './values.ts';

/** Returns the result, or else the default. Throws Failed without either: then a message has no value. */
const orDefault = (result: unknown, fallback: unknown): unknown => result ?? fallback ?? fail('no number');

/** Throws Failed for a value that is missing: a default is for values of another kind. */
const present = (value: unknown): unknown => (value === undefined ? fail('a missing value') : value);

/** Returns the value as a number of the kind that a calculation with these values has. */
const like = (result: number, ...values: readonly unknown[]): unknown =>
  values.some(isFloat) ? floatOf(result) : result;

function intOf(value: unknown, base: unknown): number | undefined {
  const radix = base === undefined ? 10 : numeric(base);
  if (typeof value === 'string' && radix !== 10) return parsedInteger(value.trim().toLowerCase(), radix);
  const number = parsedNumber(value);
  return number === undefined || !Number.isFinite(number) ? undefined : Math.trunc(number);
}

const PREFIXES: Readonly<Record<number, RegExp>> = { 2: /^(-?)0b/, 8: /^(-?)0o/, 16: /^(-?)0x/ };
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

function parsedInteger(text: string, radix: number): number | undefined {
  const digits = text.replace(PREFIXES[radix] ?? /^$/, '$1');
  const isValid =
    radix >= 2 &&
    radix <= 36 &&
    /^-?[0-9a-z]{1,32}$/.test(digits) &&
    Array.from(digits.replace('-', '')).every((digit) => DIGITS.indexOf(digit) < radix);
  return isValid ? Number.parseInt(digits, radix) : undefined;
}

/** Rounds as Python does: a tie goes to the even number. */
export function rounded(value: number, digits: number): number {
  if (Math.abs(value) >= 1e21 || !Number.isFinite(value)) return value;
  if (digits < 0) return rounded(value / 10 ** -digits, 0) * 10 ** -digits;
  const places = Math.min(15, digits);
  // Only a tie is an exact multiple of this.
  const isTie = Number.isInteger(value * 2 ** (places + 1)) && !Number.isInteger(value * 10 ** places);
  const scaled = value * 10 ** places;
  if (!isTie || Math.abs(scaled % 1) !== 0.5) return Number(value.toFixed(places));
  const low = Math.floor(scaled);
  return (low % 2 === 0 ? low : low + 1) / 10 ** places;
}

function round(value: number, digits: number, method: unknown): unknown {
  const scale = 10 ** digits;
  const result =
    method === 'ceil'
      ? Math.ceil(value * scale) / scale
      : method === 'floor'
        ? Math.floor(value * scale) / scale
        : method === 'half'
          ? rounded(value * 2, 0) / 2
          : rounded(value, digits);
  return digits === 0 && method !== 'half' ? Math.trunc(result) : floatOf(result);
}

function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (isNumeric(value)) return numeric(value) !== 0;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (['true', 'yes', 'on', 'enable', '1'].includes(text)) return true;
  return ['false', 'no', 'off', 'disable', '0'].includes(text) ? false : undefined;
}

/** Returns the numbers of a list, or of all arguments. Throws Failed for an empty list. */
function numbersOf(values: readonly unknown[]): number[] {
  const list = values.length === 1 && !isNumeric(values[0]) ? itemsOf(values[0]) : values;
  const numbers = list.map((each) => parsedNumber(each) ?? fail('no number'));
  return numbers.length > 0 ? numbers : fail('no numbers');
}

/** Makes a function of a list of numbers, or of several. A list without numbers has the default. */
const ofNumbers = (calculate: (numbers: number[]) => number): Callable =>
  variadic((values, _run, named) => {
    const fallback =
      named.get('default') ?? (values.length > 1 && Array.isArray(values[0]) ? values[1] : undefined);
    try {
      return floatOf(
        calculate(numbersOf(values.length > 1 && Array.isArray(values[0]) ? values.slice(0, 1) : values)),
      );
    } catch (error) {
      if (error instanceof Failed && fallback !== undefined) return fallback;
      throw error;
    }
  });

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [high = 0, low = 0] = [sorted[middle], sorted[middle - 1]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

/** Returns the number that is most frequent, the first of several. */
function mode(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  const [[most = Number.NaN] = []] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most;
}

const given = (value: unknown): number => parsedNumber(present(value)) ?? fail('no number');

const clamp = (value: number, from: number, to: number): number => Math.min(Math.max(value, from), to);

/** Returns the number within a range whose end is its begin, as that of angles. */
function wrap(value: number, from: number, to: number): number {
  const length = to - from;
  return length === 0 ? from : from + ((((value - from) % length) + length) % length);
}

/** Returns the number of another range that stands as far from its begin as the value does in the first range. */
function remap({ value, in_min, in_max, out_min, out_max, steps, edges = 'none' }: Named): number {
  if (steps !== undefined && numeric(steps) !== 0) throw new Failed('steps');
  const [from, to] = [numeric(in_min), numeric(in_max)];
  const [low, high] = [numeric(out_min), numeric(out_max)];
  const part = (given(value) - from) / (to - from);
  const edged = edges === 'clamp' ? clamp(part, 0, 1) : edges === 'wrap' ? wrap(part, 0, 1) : part;
  return low + edged * (high - low);
}

/** Makes a function of one number, such as a square root. */
const math = (calculate: (value: number) => number): Callable =>
  fn('value default', ({ value, default: fallback }) => {
    const number = parsedNumber(present(value));
    const result = number === undefined ? undefined : calculate(number);
    return orDefault(result !== undefined && Number.isFinite(result) ? floatOf(result) : undefined, fallback);
  });

const bitwise = (calculate: (one: bigint, other: bigint) => bigint): Callable =>
  fn('value other', ({ value, other }) => {
    const [first, second] = [numeric(value), numeric(other)];
    if (!Number.isSafeInteger(first) || !Number.isSafeInteger(second)) throw new Failed('no whole number');
    return Number(calculate(BigInt(first), BigInt(second)));
  });

/** Filters and functions of numbers. */
export const NUMBERS: Readonly<Record<string, Callable>> = {
  abs: fn('value', ({ value }) => like(Math.abs(numeric(value)), value)),
  add: fn('value amount default', ({ value, amount, default: fallback }) => {
    const number = parsedNumber(present(value));
    return orDefault(number === undefined ? undefined : floatOf(number + numeric(amount)), fallback);
  }),
  average: ofNumbers((numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length),
  bitwise_and: bitwise((one, other) => one & other),
  bitwise_or: bitwise((one, other) => one | other),
  bitwise_xor: bitwise((one, other) => one ^ other),
  bool: fn('value default', ({ value, default: fallback }) => orDefault(booleanOf(present(value)), fallback)),
  clamp: fn('value min_value max_value', ({ value, min_value, max_value }) =>
    floatOf(clamp(given(value), numeric(min_value), numeric(max_value))),
  ),
  float: fn('value default', ({ value, default: fallback }) => {
    const number = parsedNumber(present(value));
    return orDefault(number === undefined ? undefined : floatOf(number), fallback);
  }),
  int: fn('value default base', ({ value, default: fallback, base }) =>
    orDefault(intOf(present(value), base), fallback),
  ),
  is_number: fn('value', ({ value }) => Number.isFinite(parsedNumber(value) ?? Number.NaN)),
  log: fn('value base default', ({ value, base, default: fallback }) => {
    const number = parsedNumber(present(value));
    const divisor = base === undefined ? 1 : Math.log(numeric(base));
    const result = number !== undefined && number > 0 ? Math.log(number) / divisor : undefined;
    return orDefault(result === undefined ? undefined : floatOf(result), fallback);
  }),
  median: ofNumbers(median),
  multiply: fn('value amount default', ({ value, amount, default: fallback }) => {
    const number = parsedNumber(present(value));
    return orDefault(number === undefined ? undefined : floatOf(number * numeric(amount)), fallback);
  }),
  remap: fn('value in_min in_max out_min out_max steps edges', (values) => floatOf(remap(values))),
  round: fn('value precision method default', ({ value, precision, method, default: fallback }) => {
    const number = parsedNumber(present(value));
    const digits = precision === undefined ? 0 : numeric(precision);
    return orDefault(number === undefined ? undefined : round(number, digits, method), fallback);
  }),
  statistical_mode: ofNumbers(mode),
  wrap: fn('value min_value max_value', ({ value, min_value, max_value }) =>
    floatOf(wrap(given(value), numeric(min_value), numeric(max_value))),
  ),
  ...{ sqrt: math(Math.sqrt), sin: math(Math.sin), cos: math(Math.cos), tan: math(Math.tan) },
  ...{ asin: math(Math.asin), acos: math(Math.acos), atan: math(Math.atan) },
  atan2: fn('y x', ({ y, x }) => floatOf(Math.atan2(numeric(y), numeric(x)))),
  iif: fn('value if_true if_false if_none', ({ value, if_true = true, if_false = false, if_none }) =>
    value === null && if_none !== undefined ? if_none : isTrue(value) ? if_true : if_false,
  ),
  ord: fn('value', ({ value }) => textIn(value).codePointAt(0) ?? fail('no letter')),
};
