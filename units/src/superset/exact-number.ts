/**
 * A rational number. Conversion factors are exact by definition, and must stay exact until they are written.
 */
export type ExactNumber = { numerator: bigint; denominator: bigint };

/** Parses a product of decimals, such as `1000`, `5 / 9` or `0.45359237 * 9.80665`. */
export function exact(text: string): ExactNumber {
  let result: ExactNumber = { numerator: 1n, denominator: 1n };
  for (const [, operator, whole = '', fraction = ''] of text.matchAll(/([*/]?)\s*(\d+)(?:\.(\d+))?/g)) {
    const factor = reduce(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
    result = operator === '/' ? divide(result, factor) : multiply(result, factor);
  }
  return result;
}

export function multiply(a: ExactNumber, b: ExactNumber): ExactNumber {
  return reduce(a.numerator * b.numerator, a.denominator * b.denominator);
}

export function divide(a: ExactNumber, b: ExactNumber): ExactNumber {
  return reduce(a.numerator * b.denominator, a.denominator * b.numerator);
}

export function subtract(a: ExactNumber, b: ExactNumber): ExactNumber {
  const numerator = a.numerator * b.denominator - b.numerator * a.denominator;
  return reduce(numerator, a.denominator * b.denominator);
}

/** Returns the number as a decimal, or undefined when it has infinitely many digits. */
export function decimalDigits({ numerator, denominator }: ExactNumber): string | undefined {
  let digits = 0;
  let scale = 1n;
  while (scale % denominator !== 0n) {
    if (digits === MAX_DIGITS) return undefined;
    digits += 1;
    scale *= 10n;
  }
  const scaled = (numerator * scale) / denominator;
  const text = String(scaled < 0n ? -scaled : scaled).padStart(digits + 1, '0');
  const point = text.length - digits;
  const sign = scaled < 0n ? '-' : '';
  return digits === 0 ? sign + text : `${sign}${text.slice(0, point)}.${text.slice(point)}`;
}

/** Maximum number of decimals, beyond a double's precision. A longer number is written as a quotient. */
const MAX_DIGITS = 20;

function reduce(numerator: bigint, denominator: bigint): ExactNumber {
  const sign = denominator < 0n ? -1n : 1n;
  const divisor = sign * greatestCommonDivisor(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
