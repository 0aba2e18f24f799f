/** An expression that does not parse: where it stopped, and what would have been accepted there. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  /** 0-based index into the text. */
  readonly position: number;
  readonly expected: string;

  constructor(position: number, expected: string) {
    super(`Expected ${expected} at position ${position}`);
    this.position = position;
    this.expected = expected;
  }
}
