import type { TemplateProperty } from '@azulejo/contract';
import { canConvert, findUnit, type UnitKey, unitSpecOf, unitsTable } from '@azulejo/units';
import { entryOf } from '../entry-of.ts';

type UnitsOptions = TemplateProperty['unitsOptions'];

/** How a number is shown. `options` exists if the unit is in the table of units (spec 2.6). */
export interface Unit {
  /** Unit of the value itself with a leading space: ` °C`. */
  readonly suffix: string;
  /** How a tile shows the value without the table: an expression in `x` and the unit of its result. */
  readonly shown: { readonly expression: string; readonly suffix: string };
  readonly options: UnitsOptions | undefined;
}

/** The units that people with the other system of units read instead, by the unit that a device reports. */
const IMPERIAL: Partial<Record<UnitKey, UnitKey>> = {
  celsius: 'fahrenheit',
  millimeter: 'inch',
  centimeter: 'inch',
  meter: 'yard',
  kilometer: 'mile',
  squaremeter: 'squarefoot',
  liter: 'gallonus',
  cubicmeter: 'cubicfoot',
  gram: 'ounce',
  kilogram: 'pound',
  mps: 'mph',
  kmph: 'mph',
  mmph: 'inph',
  lpmin: 'gpmus',
  hectopascal: 'inhg',
  mbar: 'inhg',
  bar: 'psi',
  wattminute: 'kph',
};
const METRIC: Partial<Record<UnitKey, UnitKey>> = {
  fahrenheit: 'celsius',
  inch: 'centimeter',
  foot: 'meter',
  yard: 'meter',
  mile: 'kilometer',
  squarefoot: 'squaremeter',
  gallonus: 'liter',
  cubicfoot: 'cubicmeter',
  ounce: 'gram',
  pound: 'kilogram',
  mph: 'kmph',
  fps: 'mps',
  inph: 'mmph',
  gpmus: 'lpmin',
  inhg: 'hectopascal',
  psi: 'bar',
  // Nobody reads a meter in it.
  wattminute: 'kph',
};

/** Returns the key of a unit in the table; undefined when the device names none, or one that is not in it. */
export function unitKeyOf(unit: string | undefined): UnitKey | undefined {
  const key = findUnit(unit ?? '');
  return key === 'number' ? undefined : key;
}

/** Returns whether counters in the unit count energy. */
export function isEnergyUnit(unit: string | undefined): boolean {
  const key = unitKeyOf(unit);
  return key !== undefined && canConvert(key, 'kph');
}

function optionsOf(key: UnitKey, isDifference: boolean): UnitsOptions {
  // The table's conversion of a temperature would add an offset to a difference.
  if (isDifference) return { vendorUnit: key, targetMetric: key, targetImperial: key };
  return { vendorUnit: key, targetMetric: METRIC[key] ?? key, targetImperial: IMPERIAL[key] ?? key };
}

const asIs = (suffix: string, options: UnitsOptions | undefined): Unit => ({
  suffix,
  shown: { expression: 'x', suffix },
  options,
});

/** Returns how the unit is shown. A unit that is not in the table is shown as the device names it. */
export function unitOf(unit: string | undefined, isDifference: boolean): Unit {
  const key = unitKeyOf(unit);
  if (key === undefined) return asIs(findUnit(unit ?? '') ? '' : ` ${unit?.trim()}`, undefined);
  const { suffix } = unitSpecOf(key);
  // People know the colour of light in kelvins, of which the highest is the lowest number of mireds.
  if (key === 'mired')
    return { suffix, shown: { expression: '1000000 / x', suffix: ' K' }, options: undefined };
  return asIs(suffix, optionsOf(key, isDifference));
}

/** Returns whether phone apps, which know only the contract's table, can convert a unit to both its targets. */
export const isInContractTable = ({ vendorUnit, targetMetric, targetImperial }: UnitsOptions): boolean =>
  [targetMetric, targetImperial].every((target) =>
    target === vendorUnit
      ? entryOf(unitsTable.unitSpec, target) !== undefined
      : entryOf(unitsTable.unitCalc, vendorUnit)?.[target] !== undefined,
  );

export const noUnits: UnitsOptions = { vendorUnit: '', targetImperial: '', targetMetric: '' };
