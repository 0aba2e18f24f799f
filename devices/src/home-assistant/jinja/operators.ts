import { has } from './lists.ts';
import { printf } from './printf.ts';
import { written } from './text.ts';
import {
  compared,
  Duration,
  Failed,
  fail,
  floatOf,
  isEqual,
  isFloat,
  MAX_ITEMS,
  MAX_TEXT,
  Moment,
  numeric,
} from './values.ts';

type Operator = (left: unknown, right: unknown) => unknown;

const like = (result: number, left: unknown, right: unknown): unknown => {
  if (Number.isNaN(result)) throw new Failed('no number');
  return isFloat(left) || isFloat(right) ? floatOf(result) : result;
};

const arithmetic =
  (calculate: (left: number, right: number) => number): Operator =>
  (left, right) =>
    like(calculate(numeric(left), numeric(right)), left, right);

const divisor = (value: number): number => (value === 0 ? fail('a division by zero') : value);

function plus(left: unknown, right: unknown): unknown {
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  if (Array.isArray(left) && Array.isArray(right)) return [...left, ...right];
  if (left instanceof Moment && right instanceof Duration)
    return new Moment(left.ms + right.seconds * 1_000, left.isLocal);
  if (left instanceof Duration && right instanceof Moment) return plus(right, left);
  if (left instanceof Duration && right instanceof Duration)
    return new Duration(left.seconds + right.seconds);
  return arithmetic((one, other) => one + other)(left, right);
}

function minus(left: unknown, right: unknown): unknown {
  if (left instanceof Moment && right instanceof Moment) return new Duration((left.ms - right.ms) / 1_000);
  if (right instanceof Duration) return plus(left, new Duration(-right.seconds));
  return arithmetic((one, other) => one - other)(left, right);
}

function times(left: unknown, right: unknown): unknown {
  if (typeof right === 'string' || Array.isArray(right)) return repeated(right, numeric(left));
  if (typeof left === 'string' || Array.isArray(left)) return repeated(left, numeric(right));
  return arithmetic((one, other) => one * other)(left, right);
}

function repeated(value: string | unknown[], count: number): unknown {
  const most = typeof value === 'string' ? MAX_TEXT : MAX_ITEMS;
  if (!Number.isInteger(count) || value.length * count > most) throw new Failed('a value that is too long');
  if (typeof value === 'string') return value.repeat(Math.max(0, count));
  return Array.from({ length: Math.max(0, count) }, () => value).flat();
}

const modulo = (left: number, right: number): number => left - Math.floor(left / divisor(right)) * right;

export const OPERATORS: Readonly<Record<string, Operator>> = {
  '+': plus,
  '-': minus,
  '*': times,
  '/': (left, right) => floatOf(numeric(left) / divisor(numeric(right))),
  '//': arithmetic((left, right) => Math.floor(left / divisor(right))),
  '%': (left, right) =>
    typeof left === 'string'
      ? printf(left, Array.isArray(right) ? right : [right])
      : arithmetic(modulo)(left, right),
  '**': arithmetic((left, right) => left ** right),
  '~': (left, right) => written(left) + written(right),
  '==': isEqual,
  '!=': (left, right) => !isEqual(left, right),
  '<': (left, right) => compared(left, right) < 0,
  '<=': (left, right) => compared(left, right) <= 0,
  '>': (left, right) => compared(left, right) > 0,
  '>=': (left, right) => compared(left, right) >= 0,
  in: (left, right) => has(right, left),
  'not in': (left, right) => !has(right, left),
};
