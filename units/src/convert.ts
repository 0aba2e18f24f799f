import { NoConversionError } from './errors.ts';
import { compileExpression } from './expression/compile.ts';
import { resolveUnit } from './resolve-unit.ts';
import { type UnitKey, unitsTableV2 } from './units-table-v2.ts';

const compiled = new Map<string, (x: number) => number>();

/**
 * Converts by the superset; `from` and `to` are unit keys or aliases.
 * Throws UnknownUnitError, or NoConversionError when the units measure different quantities.
 */
export function convert(value: number, from: string, to: string): number {
  const source = resolveUnit(from);
  const target = resolveUnit(to);
  return source === target ? value : conversion(source, target)(value);
}

/** Returns whether `convert` can convert between the units. */
export function canConvert(from: UnitKey, to: UnitKey): boolean {
  return from === to || unitsTableV2.unitCalc[from]?.[to] !== undefined;
}

function conversion(from: UnitKey, to: UnitKey): (x: number) => number {
  const expression = unitsTableV2.unitCalc[from]?.[to];
  if (expression === undefined) throw new NoConversionError(from, to);
  const known = compiled.get(expression);
  if (known) return known;
  const compiledNow = compileExpression(expression);
  compiled.set(expression, compiledNow);
  return compiledNow;
}
