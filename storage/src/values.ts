import type { SqlValue } from './storage.ts';

/**
 * Converts a JavaScript value to one that both engines accept: booleans become 1 and 0. Throws a RangeError
 * for a number that would lose digits and a TypeError for a value that has no column type.
 */
export function toSqlValue(value: unknown): SqlValue {
  if (value === null || typeof value === 'string' || typeof value === 'bigint') return value;
  if (typeof value === 'number') return checkedNumber(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`storage: a value of type ${typeof value} has no column type`);
}

export function toSqlValues(values: readonly unknown[]): SqlValue[] {
  return values.map(toSqlValue);
}

/**
 * Converts values that a database held. Every number is accepted: from 2^53 on, all numbers of a `real` column are
 * integers without lost digits.
 */
export function toStoredValues(values: readonly unknown[]): SqlValue[] {
  return values.map((value) => (typeof value === 'number' ? value : toSqlValue(value)));
}

function checkedNumber(value: number): number {
  if (!Number.isFinite(value)) throw new RangeError('storage: a number must be finite');
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError('storage: an integer beyond 2^53 loses digits; pass a bigint');
  }
  return value;
}

/** Parses an integer from the engine's text form. Throws a RangeError when a number cannot hold it. */
export function toSafeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError('storage: an integer in the database is beyond 2^53');
  }
  return value;
}
