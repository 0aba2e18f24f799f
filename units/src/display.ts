import type { UnitKey } from './compact-table.ts';
import { canConvert, convert } from './convert.ts';
import { type FormatOptions, formatNumber, NO_VALUE, unitSpecOf } from './format.ts';
import { findUnit, resolveUnit } from './resolve-unit.ts';
import type { UnitSystem } from './units-table.ts';

/** A property's `unitsOptions` (spec 2.4). An empty string means that there is no such unit. */
export type UnitsOptions = { vendorUnit: string; targetMetric: string; targetImperial: string };

export type DisplayedValue = {
  /** The value in the shown unit, not rounded. */
  value: number;
  /** The shown unit; undefined when the device's unit is unknown. */
  unit: UnitKey | undefined;
  /** Holds the formatted number, e.g. `70.7`. */
  number: string;
  /** The unit's symbol, e.g. `°F`; empty for a plain number. */
  symbol: string;
  /** Holds number and symbol, e.g. `70.7 °F`. */
  text: string;
};

/**
 * Returns the unit in which a property is shown: the target of the system, else the
 * vendor's. Throws UnknownUnitError.
 */
export function unitFor(options: UnitsOptions, system: UnitSystem): UnitKey {
  return resolveUnit(targetText(options, system));
}

/**
 * Returns a device's value as shown to a user of `system`, converted and rounded once. Never throws: when the
 * target is unknown or measures another quantity, the value stays in the vendor's unit; an unknown vendor
 * unit is shown by its own text.
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
  const { suffix } = unitSpecOf(unit);
  const usual = shownDecimals(vendorUnit, unit, formatOptions.step);
  const decimals = unit === vendorUnit ? usual || decimalsBySize(converted) : usual;
  const number = formatNumber(converted, decimals, formatOptions);
  const text = number === NO_VALUE ? number : number + suffix;
  return { value: converted, unit, number, symbol: suffix.trim(), text };
}

/** Returns how many decimals of a device's value are shown in a unit. Throws UnknownUnitError. */
export function shownDecimals(vendorUnit: UnitKey, unit: UnitKey, step?: number): number {
  const { decimalPlaces } = unitSpecOf(unit);
  if (unit === vendorUnit || step === undefined || step <= 0) return decimalPlaces;
  return Math.min(decimalPlaces, decimalsOf(step, vendorUnit, unit));
}

/** Returns how many decimals a small value has at least: 12.5 V is not 13 V, and 3.02 V is not 3 V. */
function decimalsBySize(value: number): number {
  const size = Math.abs(value);
  return size < 10 ? 2 : size < 100 ? 1 : 0;
}

/**
 * Returns how many decimals a device's step justifies in another unit. For example, a thermostat
 * with steps of 0.5 °C stores 21 °C when a user sets 70 °F, and must not show 69.8 °F: a step is
 * about one degree Fahrenheit.
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
