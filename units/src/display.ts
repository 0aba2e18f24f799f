import { canConvert, convert } from './convert.ts';
import { type FormatOptions, formatNumber, NO_VALUE, unitSpecOf } from './format.ts';
import { findUnit, resolveUnit } from './resolve-unit.ts';
import type { UnitSystem } from './units-table.ts';
import type { UnitKey } from './units-table-v2.ts';

/** A property's `unitsOptions` (spec 2.4); an empty string means that none is named. */
export type UnitsOptions = { vendorUnit: string; targetMetric: string; targetImperial: string };

export type DisplayedValue = {
  /** In the shown unit, not rounded. */
  value: number;
  /** Undefined where the device's unit is none that we know. */
  unit: UnitKey | undefined;
  /** Such as `70.7`. */
  number: string;
  /** Such as `°F`; empty for a plain number. */
  symbol: string;
  /** Number and symbol together: `70.7 °F`. */
  text: string;
};

/** The unit in which a person reads a property: the target of their system, else the vendor's. Throws UnknownUnitError. */
export function unitFor(options: UnitsOptions, system: UnitSystem): UnitKey {
  return resolveUnit(targetText(options, system));
}

/**
 * A device's value as a person of `system` reads it, converted and rounded once. Never throws: with a
 * target that is unknown or measures something else the value stays in the vendor's unit, and with a
 * vendor unit that is unknown it is shown beside that unit's own text.
 */
export function displayValue(
  value: number,
  options: UnitsOptions,
  system: UnitSystem,
  formatOptions: FormatOptions = {},
): DisplayedValue {
  const vendorUnit = findUnit(options.vendorUnit);
  if (vendorUnit === undefined) return displayUnknown(value, options.vendorUnit.trim(), formatOptions);
  const target = findUnit(targetText(options, system));
  const unit = target !== undefined && canConvert(vendorUnit, target) ? target : vendorUnit;
  const converted = convert(value, vendorUnit, unit);
  const { decimalPlaces, prefix, suffix } = unitSpecOf(unit);
  const { step } = formatOptions;
  const isConverted = unit !== vendorUnit && step !== undefined && step > 0;
  const decimals = isConverted ? Math.min(decimalPlaces, decimalsOf(step, vendorUnit, unit)) : decimalPlaces;
  const number = formatNumber(converted, decimals, formatOptions);
  const text = number === NO_VALUE ? number : prefix + number + suffix;
  return { value: converted, unit, number, symbol: suffix.trim(), text };
}

/**
 * A thermostat that takes half degrees Celsius holds 21 °C where a person set 70 °F, and 69.8 °F is what nobody set: its
 * steps are about one degree Fahrenheit, and so are the numbers shown.
 */
function decimalsOf(step: number, from: UnitKey, to: UnitKey): number {
  const width = Math.abs(convert(step, from, to) - convert(0, from, to));
  return Math.max(0, Math.round(-Math.log10(width)));
}

function displayUnknown(value: number, symbol: string, formatOptions: FormatOptions): DisplayedValue {
  const number = formatNumber(value, unitSpecOf('number').decimalPlaces, formatOptions);
  return {
    value,
    unit: undefined,
    number,
    symbol,
    text: number === NO_VALUE ? number : `${number} ${symbol}`,
  };
}

function targetText(options: UnitsOptions, system: UnitSystem): string {
  const target = system === 'imperial' ? options.targetImperial : options.targetMetric;
  return target.trim() === '' ? options.vendorUnit : target;
}
