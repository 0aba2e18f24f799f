import { isReachable } from '@azulejo/model';
import type { ValueTest } from '../compiled.ts';
import { isEqual } from '../equality.ts';

/** Tests of a value. A value of another type is not known, rather than false (decision 0106). */

export const equals =
  (expected: unknown): ValueTest =>
  (value) =>
    typeof value === typeof expected && value !== null ? isEqual(value, expected) : null;

/** Returns whether a number is the same as the expected one when both are shown with so many decimals. */
export const shownAs = (
  expected: number,
  decimals: number,
  toShown: (value: number) => number,
): ValueTest => {
  const width = 10 ** -decimals;
  // A value halfway between two shown numbers is rounded away from zero, as formatters do: 0.15 is shown as 0.2.
  const shown = (value: number) =>
    Math.sign(value) * Math.round(Number((Math.abs(value) / width).toFixed(6)));
  return (value) => (typeof value === 'number' ? shown(toShown(value)) === shown(expected) : null);
};

export const differs = (isSame: ValueTest): ValueTest => {
  return (value, was) => {
    const same = isSame(value, was);
    return same === null ? null : !same;
  };
};

/** Once true, it stays true until the number is past the leeway. */
export const above =
  (threshold: number, leeway = 0): ValueTest =>
  (value, was) =>
    typeof value === 'number' ? value > (was === true ? threshold - leeway : threshold) : null;

export const below =
  (threshold: number, leeway = 0): ValueTest =>
  (value, was) =>
    typeof value === 'number' ? value < (was === true ? threshold + leeway : threshold) : null;

/** Whether a person is at the place; the value is the id of a place or `away`. */
export const isAt =
  (place: string): ValueTest =>
  (value) =>
    typeof value === 'string' ? value === place : null;

export const isNotAt =
  (place: string): ValueTest =>
  (value) =>
    typeof value === 'string' ? value !== place : null;

/** A device that never reported whether it can be reached can be, as on the rest of the platform. */
export const reachable: ValueTest = isReachable;
export const unreachable: ValueTest = (value) => !isReachable(value);

export const always: ValueTest = () => true;
