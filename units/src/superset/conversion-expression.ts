import { decimalDigits, divide, type ExactNumber, exact, multiply, subtract } from './exact-number.ts';
import type { Scale } from './quantities.ts';

/**
 * The expression in `x` that turns a value on one scale into a value on the other.
 *
 * It holds only numbers, `x`, `+ - * /` and parentheses, no two numbers are operands of one operator and
 * no minus stands directly before `x`: one phone app evaluates by putting the value in the place of `x`,
 * where `9 / 5` is 1 and a second minus does not parse.
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

/** `factor / operand`; a factor without finite decimals goes half above and half below the line. */
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

/** A quotient of longer numbers says less to a reader than its decimals. */
function isShort(value: bigint): boolean {
  return value < 10_000_000n;
}

/** A factor above 1 with as many digits as a double has, never an exponent: the phone apps' grammars have none. */
function nearestDecimal({ numerator, denominator }: ExactNumber): string {
  const decimals = 16;
  const scaled = (numerator * 10n ** BigInt(decimals)) / denominator;
  const digits = String(scaled);
  const point = digits.length - decimals;
  return `${digits.slice(0, point)}.${digits.slice(point, 17)}`.replace(/0+$/, '');
}
