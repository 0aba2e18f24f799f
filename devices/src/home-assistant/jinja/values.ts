import { isMembers, type Members } from '../text.ts';

/** Thrown when a template cannot be evaluated: then there is no value. */
export class Failed extends Error {}

/** Limits every text and list that is created while a template is evaluated. */
export const MAX_TEXT = 16_384;
export const MAX_ITEMS = 1_000;

/** A number with a decimal point whose fraction is zero: the others are plain numbers. Python writes it `4.0`. */
export class Float {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** A moment, written in the local time or in UTC. */
export class Moment {
  readonly ms: number;
  readonly isLocal: boolean;
  constructor(ms: number, isLocal: boolean) {
    if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) throw new Failed('no time');
    this.ms = ms;
    this.isLocal = isLocal;
  }
}

export class Duration {
  readonly seconds: number;
  constructor(seconds: number) {
    this.seconds = seconds;
  }
}

/** The variables of `namespace()`, the only ones that a loop can change for what follows it. */
export class Namespace {
  readonly values: Map<unknown, unknown>;
  constructor(values: Map<unknown, unknown>) {
    this.values = values;
  }
}

export const floatOf = (value: number): unknown => (Number.isInteger(value) ? new Float(value) : value);

export const isFloat = (value: unknown): boolean =>
  value instanceof Float || (typeof value === 'number' && !Number.isInteger(value));

export const isNumeric = (value: unknown): boolean =>
  value instanceof Float || typeof value === 'number' || typeof value === 'boolean';

/** Returns a number for calculations. Throws Failed for what Python does not calculate with. */
export function numeric(value: unknown): number {
  if (value instanceof Float) return value.value;
  if (typeof value === 'number' || typeof value === 'boolean') return Number(value);
  throw new Failed('no number');
}

/** A number as Python reads it from a text. */
const NUMBER = /^[+-]?(\d[\d_]*\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Returns the number in a value or a text, as `float()` of Python does; undefined for none. */
export function parsedNumber(value: unknown): number | undefined {
  if (isNumeric(value)) return numeric(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return NUMBER.test(text) ? Number(text.replaceAll('_', '')) : undefined;
}

const dicts = new WeakMap<Members, ReadonlyMap<unknown, unknown>>();

/** Returns a dictionary; undefined for other values. Objects of a message become one when they are used. */
export function dictOf(value: unknown): ReadonlyMap<unknown, unknown> | undefined {
  if (value instanceof Map) return value;
  if (value instanceof Namespace) return value.values;
  if (!isMembers(value) || !isPlain(value)) return undefined;
  const known = dicts.get(value);
  if (known) return known;
  const made = new Map(Object.entries(value));
  dicts.set(value, made);
  return made;
}

const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype;

/** Returns the key under which a dictionary has a value: 1, 1.0 and true are the same to Python. */
export const keyOf = (value: unknown): unknown => (isNumeric(value) ? numeric(value) : value);

export const isTrue = (value: unknown): boolean => {
  if (value === undefined || value === null || value === '') return false;
  if (isNumeric(value)) return numeric(value) !== 0;
  if (Array.isArray(value)) return value.length > 0;
  return (dictOf(value)?.size ?? 1) > 0;
};

/** Returns the items over which a loop goes: of a list, the keys of a dictionary, the characters of a text. */
export function itemsOf(value: unknown): readonly unknown[] {
  const items =
    typeof value === 'string'
      ? value.length > MAX_TEXT
        ? undefined
        : Array.from(value)
      : Array.isArray(value)
        ? value
        : [...(dictOf(value)?.keys() ?? fail('no list'))];
  if (!items || items.length > MAX_ITEMS) throw new Failed('a list that is too long');
  return items;
}

export function fail(reason: string): never {
  throw new Failed(reason);
}

/** Returns a text. Throws Failed for other values. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : fail('no text'));

export function isEqual(one: unknown, other: unknown, depth = 0): boolean {
  if (one === other) return true;
  if (depth > 20) throw new Failed('values that are nested too deeply');
  if (isNumeric(one) && isNumeric(other)) return numeric(one) === numeric(other);
  if (one instanceof Moment && other instanceof Moment) return one.ms === other.ms;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isEqual(item, other[at], depth + 1));
  const [first, second] = [dictOf(one), dictOf(other)];
  if (!first || !second || first.size !== second.size) return false;
  return [...first].every(([key, value]) => second.has(key) && isEqual(value, second.get(key), depth + 1));
}

/** Returns less than zero when the first value is before the other. Throws Failed for values without an order. */
export function compared(one: unknown, other: unknown): number {
  if (isNumeric(one) && isNumeric(other)) return numeric(one) - numeric(other);
  if (typeof one === 'string' && typeof other === 'string') return one < other ? -1 : one > other ? 1 : 0;
  if (one instanceof Moment && other instanceof Moment) return one.ms - other.ms;
  if (one instanceof Duration && other instanceof Duration) return one.seconds - other.seconds;
  if (Array.isArray(one) && Array.isArray(other)) {
    const at = one.findIndex((item, index) => index >= other.length || !isEqual(item, other[index]));
    return at === -1 || at >= other.length ? one.length - other.length : compared(one[at], other[at]);
  }
  throw new Failed('values without an order');
}
