import { compactUnits, keysByAlias, type UnitKey } from './compact-table.ts';
import { UnknownUnitError } from './errors.ts';
import { withoutLookAlikes } from './look-alikes.ts';

/** Returns the unit key for a key or alias: `resolveUnit('℃')` is `celsius`. Throws UnknownUnitError. */
export function resolveUnit(text: string): UnitKey {
  const key = findUnit(text);
  if (key === undefined) throw new UnknownUnitError(text);
  return key;
}

/**
 * Does the same as `resolveUnit`, but returns undefined for any other text. Symbols are case-sensitive, since
 * `mW` is not `MW`; words of four letters and more are not.
 */
export function findUnit(text: string): UnitKey | undefined {
  const name = withoutLookAlikes(text.trim());
  return knownUnit(name) ?? (WORD.test(name) ? knownUnit(name.toLowerCase()) : undefined);
}

const WORD = /^\p{L}{4,}$/u;

function knownUnit(name: string): UnitKey | undefined {
  return isUnitKey(name) ? name : keysByAlias.get(name);
}

function isUnitKey(text: string): text is UnitKey {
  return Object.hasOwn(compactUnits, text);
}
