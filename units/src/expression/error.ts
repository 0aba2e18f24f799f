/** Thrown when an expression does not parse. Has the position and what was expected there. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  /** Counts from 0 at the beginning of the text. */
  readonly position: number;
  readonly expected: string;

  constructor(position: number, expected: string) {
    super(`Expected ${expected} at position ${position}`);
    this.position = position;
    this.expected = expected;
  }
}
