import type { TemplateProperty } from '@azulejo/contract';

type UnitsOptions = TemplateProperty['unitsOptions'];

/** How a number is shown. `options` exists if the unit and its targets are in the units table (spec 2.6). */
export interface Unit {
  /** Unit of the value itself with a leading space: ` °C`. */
  readonly suffix: string;
  /** How a tile shows the value without the table: an expression in `x` and the unit of its result. */
  readonly shown: { readonly expression: string; readonly suffix: string };
  readonly options: UnitsOptions | undefined;
}

function listed(suffix: string, vendorUnit: string, targetImperial = vendorUnit): Unit {
  const options = { vendorUnit, targetMetric: vendorUnit, targetImperial };
  return { ...unlisted(suffix), options };
}

function unlisted(suffix: string, shown = { expression: 'x', suffix }): Unit {
  return { suffix, shown, options: undefined };
}

const UNITS: Readonly<Record<string, Unit>> = {
  '°C': listed(' °C', 'celsius', 'fahrenheit'),
  W: listed(' W', 'watt'),
  kWh: listed(' kWh', 'kph'),
  V: listed(' V', 'volt'),
  A: listed(' A', 'ampere'),
  Hz: listed(' Hz', 'hertz'),
  hPa: listed(' mbar', 'mbar', 'inhg'),
  lx: listed(' lx', 'lux'),
  ppm: listed(' ppm', 'ppm'),
  m: listed(' m', 'meter', 'yard'),
  L: listed(' l', 'liter', 'gallon'),
  liter: listed(' l', 'liter', 'gallon'),
  times: unlisted(' times'),
  s: listed(' s', 'second'),
  seconds: listed(' s', 'second'),
  min: listed(' min', 'minute'),
  minutes: listed(' min', 'minute'),
  mired: unlisted(' mired', { expression: '1000000 / x', suffix: ' K' }),
  '%': unlisted(' %'),
  '°': unlisted(' °'),
  mV: unlisted(' mV'),
  VA: unlisted(' VA'),
  ppb: unlisted(' ppb'),
  'µg/m³': unlisted(' µg/m³'),
  'mg/m³': unlisted(' mg/m³'),
  'm³/h': unlisted(' m³/h'),
  'dB/m': unlisted(' dB/m'),
};

const NO_UNIT = unlisted('');

/** A temperature difference must not get the offset of the table's conversion. */
const DIFFERENCE = listed(' °C', 'celsius');

/** @throws when the device's unit is unknown, so that it is added here and not lost */
export function unitOf(unit: string | undefined, isDifference: boolean): Unit {
  if (unit === undefined || unit === '') return NO_UNIT;
  if (unit === '°C' && isDifference) return DIFFERENCE;
  const known = UNITS[unit];
  if (!known) throw new Error(`unknown unit ${unit}`);
  return known;
}

export const noUnits: UnitsOptions = { vendorUnit: '', targetImperial: '', targetMetric: '' };
