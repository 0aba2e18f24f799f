/** Thrown for a text that is neither a unit key nor an alias of one. */
export class UnknownUnitError extends Error {
  override readonly name = 'UnknownUnitError';
  readonly unit: string;

  constructor(unit: string) {
    super(`"${unit}" is not a unit`);
    this.unit = unit;
  }
}

/** Thrown for two units that measure different quantities. */
export class NoConversionError extends Error {
  override readonly name = 'NoConversionError';
  readonly from: string;
  readonly to: string;

  constructor(from: string, to: string) {
    super(`${from} does not convert to ${to}`);
    this.from = from;
    this.to = to;
  }
}
