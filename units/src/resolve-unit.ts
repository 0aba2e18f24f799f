import { UnknownUnitError } from './errors.ts';
import { type UnitKey, unitsTableV2 } from './units-table-v2.ts';

/** Returns the unit key for a key or alias: `resolveUnit('℃')` is `celsius`. Throws UnknownUnitError. */
export function resolveUnit(text: string): UnitKey {
  const key = findUnit(text);
  if (key === undefined) throw new UnknownUnitError(text);
  return key;
}

/** Does the same as `resolveUnit`, but returns undefined for any other text. Case-sensitive: `mW` is not `MW`. */
export function findUnit(text: string): UnitKey | undefined {
  const name = text.trim();
  if (isUnitKey(name)) return name;
  const key = Object.hasOwn(unitsTableV2.aliases, name) ? unitsTableV2.aliases[name] : undefined;
  return key !== undefined && isUnitKey(key) ? key : undefined;
}

function isUnitKey(text: string): text is UnitKey {
  return Object.hasOwn(unitsTableV2.unitSpec, text);
}
