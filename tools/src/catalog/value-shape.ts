import type * as exposes from 'zigbee-herdsman-converters/lib/exposes';
import { propertyIdOf } from './property-ids.ts';
import type { Feature, Leaf } from './read-definitions.ts';
import { type Unit, unitOf } from './units.ts';
import { booleanWords, humanize, kebab, labelOf, positiveFirst } from './words.ts';

export interface Option {
  readonly label: string;
  readonly value: string;
}

export interface NumberShape {
  readonly kind: 'number';
  /** What is measured; the name of its schema. */
  readonly quantity: string;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly step: number | undefined;
  /** Values with a meaning of their own, some outside the range. */
  readonly presets: readonly { readonly label: string; readonly value: number | string }[];
  readonly unit: Unit;
}

export interface Member {
  readonly id: string;
  readonly label: string;
  readonly shape: ValueShape;
}

/** What a value of a feature may be, from which its schema, controls and rules follow. */
export type ValueShape =
  | { readonly kind: 'boolean'; readonly on: string; readonly off: string }
  | { readonly kind: 'choice' | 'event'; readonly options: readonly Option[] }
  | NumberShape
  | { readonly kind: 'text' | 'color' }
  | { readonly kind: 'composite'; readonly members: readonly Member[] }
  | { readonly kind: 'list'; readonly item: ValueShape };

const WRITABLE = 2;

/** A press of a button is told once and does not last, so that even two kinds of press are no on and off. */
const EVENTS = new Set(['action']);

/** People type them digit by digit, and those at the front may be zeros. */
const CODES = /^pin_code$/;

const DIFFERENCES = /calibration|offset|accuracy|hysteresis|deadzone/;

const QUANTITIES: Readonly<Record<string, string>> = {
  '°C': 'temperature',
  W: 'power',
  kWh: 'energy',
  V: 'voltage',
  mV: 'voltage',
  A: 'current',
  Hz: 'frequency',
  hPa: 'pressure',
  lx: 'illuminance',
  ppm: 'concentration',
  ppb: 'concentration',
  'µg/m³': 'concentration',
  'mg/m³': 'concentration',
  s: 'duration',
  seconds: 'duration',
  min: 'duration',
  minutes: 'duration',
  m: 'length',
  '°': 'angle',
  L: 'volume',
  liter: 'volume',
  mired: 'color-temperature',
  '%': 'percentage',
};

const NEVER_NEGATIVE = new Set([
  'percentage',
  'voltage',
  'frequency',
  'pressure',
  'illuminance',
  'concentration',
  'duration',
  'length',
  'volume',
  'color-temperature',
]);

function quantityOf(leaf: exposes.Numeric, isDifference: boolean): string {
  const quantity = QUANTITIES[leaf.unit ?? ''] ?? 'number';
  if (quantity === 'temperature' && isDifference) return 'temperature-difference';
  const isNegative = (leaf.value_min ?? 0) < 0;
  const isOverHundred = quantity === 'percentage' && (leaf.value_max ?? 0) > 100;
  return (isNegative && NEVER_NEGATIVE.has(quantity)) || isOverHundred ? 'number' : quantity;
}

/** Brightness goes from 0 to 254 over the air; people, and their sliders, count in percent. */
const BRIGHTNESS: NumberShape = {
  kind: 'number',
  quantity: 'percentage',
  minimum: 0,
  maximum: 100,
  step: 1,
  presets: [],
  unit: unitOf('%', false),
};

type Preset = NonNullable<exposes.Numeric['presets']>[number];

/** The package keeps presets as a list or, in a copied feature, as an object of numbered members. */
function allPresetsOf(leaf: exposes.Numeric): Preset[] {
  return Object.values(leaf.presets ?? {});
}

/** A preset of no value at all (`disable`) is neither a number nor a word. */
function isUsable({ value }: Preset): boolean {
  return typeof value === 'number' || typeof value === 'string';
}

/** Names of the presets that the property of a feature has no place for: a property’s schema is of one type only. */
export function unusablePresetsOf(leaf: Leaf): string[] {
  if (leaf.type !== 'numeric') return [];
  return allPresetsOf(leaf)
    .filter(({ value }) => typeof value !== 'number')
    .map(({ name }) => `${leaf.name}: ${name}`);
}

function numberShape(leaf: exposes.Numeric): NumberShape {
  const isDifference = DIFFERENCES.test(leaf.name);
  const quantity = quantityOf(leaf, isDifference);
  const isPercentage = quantity === 'percentage';
  return {
    kind: 'number',
    quantity,
    minimum: leaf.value_min ?? (isPercentage ? 0 : undefined),
    maximum: leaf.value_max ?? (isPercentage ? 100 : undefined),
    step: leaf.value_step,
    presets: allPresetsOf(leaf)
      .filter(isUsable)
      .map(({ name, value }) => ({ label: humanize(name), value })),
    unit: unitOf(leaf.unit, isDifference),
  };
}

function booleanShape(id: string, on: string, off: string, access: number): ValueShape {
  const [onWord, offWord] = booleanWords(id, on, off, (access & WRITABLE) !== 0);
  return { kind: 'boolean', on: onWord, off: offWord };
}

function enumShape(id: string, leaf: exposes.Enum): ValueShape {
  const values = leaf.values.map(String);
  const isEvent = EVENTS.has(leaf.name);
  const [first, second, ...more] = values;
  if (!isEvent && first !== undefined && second !== undefined && more.length === 0) {
    return booleanShape(id, ...positiveFirst(first, second), leaf.access);
  }
  return {
    kind: isEvent ? 'event' : 'choice',
    options: values.map((value) => ({ label: humanize(value), value })),
  };
}

function leafShape(id: string, leaf: Leaf): ValueShape {
  switch (leaf.type) {
    case 'numeric':
      return CODES.test(leaf.name) ? { kind: 'text' } : numberShape(leaf);
    case 'binary':
      return booleanShape(id, String(leaf.value_on), String(leaf.value_off), leaf.access);
    case 'enum':
      return enumShape(id, leaf);
    case 'text':
      return { kind: 'text' };
    case 'composite':
      return {
        kind: 'composite',
        members: leaf.features.map((member) => {
          const memberId = kebab(member.name);
          return { id: member.name, label: labelOf(memberId), shape: leafShape(memberId, member) };
        }),
      };
    case 'list':
      return { kind: 'list', item: leafShape(id, leaf.item_type) };
  }
}

/** Shape of the values of a feature, two-valued ones as booleans and every colour as `{h, s, v}`. */
export function shapeOf(feature: Feature): ValueShape {
  const id = propertyIdOf(feature);
  if (id === 'color') return { kind: 'color' };
  if (feature.group === 'light' && feature.name === 'brightness') return BRIGHTNESS;
  return leafShape(id, feature.leaf);
}
