import { decimalDigits, divide, type ExactNumber, exact, multiply, subtract } from './exact-number.ts';
import type { Scale } from './quantities.ts';

/**
 * Returns the expression in `x` that converts a value from one scale to the other.
 *
 * It contains only numbers, `x`, `+ - * /` and parentheses. No operator has two numbers as operands, and no
 * minus comes directly before `x`: one phone app evaluates by replacing `x` with the value, and there `9 / 5`
 * is 1 and a second minus does not parse.
 */
export function conversionExpression(from: Scale, to: Scale): string {
  if ('reciprocal' in from) {
    if ('reciprocal' in to) return times('x', divide(exact(to.reciprocal), exact(from.reciprocal)));
    return plus(quotient(divide(exact(from.reciprocal), exact(to.factor)), 'x'), negative(offset(to)));
  }
  if ('reciprocal' in to) {
    const shifted = plus('x', offset(from));
    return quotient(divide(exact(to.reciprocal), exact(from.factor)), shifted);
  }
  const factor = divide(exact(from.factor), exact(to.factor));
  const added = subtract(multiply(offset(from), factor), offset(to));
  if (decimalDigits(added) !== undefined) return plus(times('x', factor), added);
  return times(plus('x', subtract(offset(from), divide(offset(to), factor))), factor);
}

function offset(scale: { offset?: string }): ExactNumber {
  return exact(scale.offset ?? '0');
}

function times(operand: string, factor: ExactNumber): string {
  const { numerator, denominator } = factor;
  if (numerator === denominator) return operand;
  const left = grouped(operand);
  const divisor = decimalDigits({ numerator: denominator, denominator: numerator });
  if (numerator === 1n && divisor) return `${left} / ${divisor}`;
  const multiplier = decimalDigits(factor);
  if (multiplier) return `${left} * ${multiplier}`;
  if (divisor) return `${left} / ${divisor}`;
  if (isShort(numerator) && isShort(denominator)) return `${left} * ${numerator} / ${denominator}`;
  if (numerator > denominator) return `${left} * ${nearestDecimal(factor)}`;
  return `${left} / ${nearestDecimal({ numerator: denominator, denominator: numerator })}`;
}

/** Returns `factor / operand`. A factor without finite decimals is split into numerator and denominator. */
function quotient(factor: ExactNumber, operand: string): string {
  const dividend = decimalDigits(factor);
  if (dividend) return `${dividend} / ${grouped(operand)}`;
  return `${factor.numerator} / (${grouped(operand)} * ${factor.denominator})`;
}

function plus(operand: string, addend: ExactNumber): string {
  if (addend.numerator === 0n) return operand;
  const isNegative = addend.numerator < 0n;
  const digits = decimalDigits(isNegative ? negative(addend) : addend);
  if (digits === undefined) throw new RangeError(`No finite decimals for an offset of ${operand}`);
  return `${operand} ${isNegative ? '-' : '+'} ${digits}`;
}

function negative(value: ExactNumber): ExactNumber {
  return { numerator: -value.numerator, denominator: value.denominator };
}

function grouped(operand: string): string {
  return operand.includes(' ') ? `(${operand})` : operand;
}

/** Returns whether a number is short enough for a quotient. Longer ones are more readable as decimals. */
function isShort(value: bigint): boolean {
  return value < 10_000_000n;
}

/**
 * Returns a factor above 1 with a double's precision and without exponent, which the
 * phone apps' grammars lack.
 */
function nearestDecimal({ numerator, denominator }: ExactNumber): string {
  const decimals = 16;
  const scaled = (numerator * 10n ** BigInt(decimals)) / denominator;
  const digits = String(scaled);
  const point = digits.length - decimals;
  return `${digits.slice(0, point)}.${digits.slice(point, 17)}`.replace(/0+$/, '');
}
