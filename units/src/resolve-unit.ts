import { UnknownUnitError } from './errors.ts';
import { type UnitKey, unitsTableV2 } from './units-table-v2.ts';

/** The unit key that `text` names, by key or by any alias: `resolveUnit('℃')` is `celsius`. Throws UnknownUnitError. */
export function resolveUnit(text: string): UnitKey {
  const key = findUnit(text);
  if (key === undefined) throw new UnknownUnitError(text);
  return key;
}

/** As `resolveUnit`, but undefined where no unit is named so. Case matters: `mW` is not `MW`. */
export function findUnit(text: string): UnitKey | undefined {
  const name = text.trim();
  if (isUnitKey(name)) return name;
  const key = Object.hasOwn(unitsTableV2.aliases, name) ? unitsTableV2.aliases[name] : undefined;
  return key !== undefined && isUnitKey(key) ? key : undefined;
}

function isUnitKey(text: string): text is UnitKey {
  return Object.hasOwn(unitsTableV2.unitSpec, text);
}
