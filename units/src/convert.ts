import { compactUnits, type UnitKey } from './compact-table.ts';
import { NoConversionError } from './errors.ts';
import { compileExpression } from './expression/compile.ts';
import { resolveUnit } from './resolve-unit.ts';
import { conversionExpression } from './superset/conversion-expression.ts';

/** Conversions by both units: of those in use, a few. */
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
  const { quantity } = compactUnits[from];
  return from === to || (quantity !== undefined && quantity === compactUnits[to].quantity);
}

function conversion(from: UnitKey, to: UnitKey): (x: number) => number {
  const key = `${from} ${to}`;
  const known = compiled.get(key);
  if (known) return known;
  const [source, target] = [compactUnits[from].scale, compactUnits[to].scale];
  if (!canConvert(from, to) || !source || !target) throw new NoConversionError(from, to);
  const compiledNow = compileExpression(conversionExpression(source, target));
  compiled.set(key, compiledNow);
  return compiledNow;
}
