import type { Property, Units } from './home-parts.ts';
import { requireThat, word } from './rules.ts';

/**
 * Throws unless a value with a unit can be shown in both systems: all three units are in the table, which
 * converts the device's unit to both targets. Both apps read `muzzleyUnit` (android-app 5.4, ios-app 5.3).
 */
export function requireUnits(property: Property, { unitSpec, unitCalc }: Units, at: string): void {
  const { muzzleyUnit, targetMetric, targetImperial } = property.unitsOptions ?? {};
  const named = { muzzleyUnit, targetMetric, targetImperial };
  for (const [name, unit] of Object.entries(named)) word(unit, `${at}.unitsOptions.${name}`);
  const from = muzzleyUnit as string;
  for (const to of [targetMetric, targetImperial] as string[]) {
    requireThat(unitSpec[to] !== undefined, at, `the table has no unit "${to}"`);
    const isSame = from === to;
    requireThat(isSame || unitCalc[from]?.[to] !== undefined, at, `nothing converts "${from}" to "${to}"`);
  }
}
