import type { TemplateProperty } from '@azulejo/contract';
import { entryOf } from '../entry-of.ts';

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
  '°F': {
    ...unlisted(' °F'),
    options: { vendorUnit: 'fahrenheit', targetMetric: 'celsius', targetImperial: 'fahrenheit' },
  },
  W: listed(' W', 'watt'),
  kWh: listed(' kWh', 'kph'),
  V: listed(' V', 'volt'),
  A: listed(' A', 'ampere'),
  Hz: listed(' Hz', 'hertz'),
  hPa: listed(' mbar', 'mbar', 'inhg'),
  lx: listed(' lx', 'lux'),
  ppm: listed(' ppm', 'ppm'),
  m: listed(' m', 'meter', 'yard'),
  cm: listed(' cm', 'centimeter', 'inch'),
  mm: listed(' mm', 'millimeter', 'inch'),
  bar: listed(' bar', 'bar', 'psi'),
  L: listed(' l', 'liter', 'gallon'),
  gal: listed(' gal', 'gallon'),
  s: listed(' s', 'second'),
  min: listed(' min', 'minute'),
  h: listed(' h', 'hour'),
  mired: unlisted(' mired', { expression: '1000000 / x', suffix: ' K' }),
};

/** Other spellings of the same units, in lower case. */
const SPELLINGS: Readonly<Record<string, string>> = {
  c: '°C',
  '℃': '°C',
  ºc: '°C',
  '℉': '°F',
  watt: 'W',
  w: 'W',
  volt: 'V',
  lux: 'lx',
  lx: 'lx',
  meters: 'm',
  l: 'L',
  liter: 'L',
  liters: 'L',
  sec: 's',
  'sec.': 's',
  seconds: 's',
  'min.': 'min',
  minute: 'min',
  minutes: 'min',
  hr: 'h',
  hour: 'h',
  hours: 'h',
  d: 'days',
  day: 'days',
  month: 'months',
  year: 'years',
  m3: 'm³',
  'ug/m3': 'µg/m³',
  'μs/cm': 'µS/cm',
  'lel %': '%LEL',
  lel: '%LEL',
};

/** Words in place of a unit that mean nothing to users. */
const NO_UNITS = new Set(['raw', 'raw unit', 'adc', '#', '*', 'x', 'index', 'level', 'gg']);

const NO_UNIT = unlisted('');

/** A temperature difference must not get the offset of the table's conversion. */
const DIFFERENCES: Readonly<Record<string, Unit>> = {
  '°C': listed(' °C', 'celsius'),
  '°F': listed(' °F', 'fahrenheit'),
};

/** Returns the one spelling that we use of a unit; undefined when the device names none. */
export function spelled(unit: string | undefined): string | undefined {
  const text = unit?.trim() ?? '';
  if (text === '' || NO_UNITS.has(text)) return undefined;
  // Upper case distinguishes units (`mW`, `MW`), so only listed spellings are folded.
  return entryOf(UNITS, text) ? text : (entryOf(SPELLINGS, text.toLowerCase()) ?? text);
}

/** Returns how the unit is shown. A unit that is not in the units table is shown as the device names it. */
export function unitOf(unit: string | undefined, isDifference: boolean): Unit {
  const name = spelled(unit);
  if (name === undefined) return NO_UNIT;
  return (
    (isDifference ? entryOf(DIFFERENCES, name) : undefined) ?? entryOf(UNITS, name) ?? unlisted(` ${name}`)
  );
}

export const noUnits: UnitsOptions = { vendorUnit: '', targetImperial: '', targetMetric: '' };
