import { propertyIdOf } from './property-ids.ts';
import type { EnumLeaf, Feature, Leaf, NumericLeaf, Preset } from './read-definitions.ts';
import { type Unit, unitOf } from './units.ts';
import { booleanWords, humanize, kebab, labelOf, positiveFirst } from './words.ts';

export interface Option {
  readonly label: string;
  readonly value: string;
}

export interface NumberShape {
  readonly kind: 'number';
  /** What is measured. It is also the name of the schema. */
  readonly quantity: string;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly step: number | undefined;
  /** Values with a special meaning, some of them outside the range. */
  readonly presets: readonly { readonly label: string; readonly value: number | string }[];
  readonly unit: Unit;
}

export interface Member {
  readonly id: string;
  readonly label: string;
  readonly shape: ValueShape;
}

/** The type of a feature's values, from which its schema, controls and rules are derived. */
export type ValueShape =
  | { readonly kind: 'boolean'; readonly on: string; readonly off: string }
  | { readonly kind: 'choice' | 'event'; readonly options: readonly Option[] }
  | NumberShape
  | { readonly kind: 'text' | 'color' }
  | { readonly kind: 'composite'; readonly members: readonly Member[] }
  | { readonly kind: 'list'; readonly item: ValueShape };

const WRITABLE = 2;

/**
 * Properties that are events. A button press is not a state, so even two kinds of press are not on and off.
 */
const EVENTS = new Set(['action']);

/** Codes are text, since they may have leading zeros. */
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

function quantityOf(leaf: NumericLeaf, isDifference: boolean): string {
  const quantity = QUANTITIES[leaf.unit ?? ''] ?? 'number';
  if (quantity === 'temperature' && isDifference) return 'temperature-difference';
  const isNegative = (leaf.value_min ?? 0) < 0;
  const isOverHundred = quantity === 'percentage' && (leaf.value_max ?? 0) > 100;
  return (isNegative && NEVER_NEGATIVE.has(quantity)) || isOverHundred ? 'number' : quantity;
}

/** Devices use 0 to 254 for brightness over the air; users and sliders use percent. */
const BRIGHTNESS: NumberShape = {
  kind: 'number',
  quantity: 'percentage',
  minimum: 0,
  maximum: 100,
  step: 1,
  presets: [],
  unit: unitOf('%', false),
};

/** Returns whether a preset has a value. Some, like `disable`, have none. */
function isUsable(preset: Preset): preset is Preset & { value: number | string } {
  return typeof preset.value === 'number' || typeof preset.value === 'string';
}

/**
 * Returns the presets that are not numbers and cannot be mapped, since a property’s schema has only one type.
 */
export function unusablePresetsOf(leaf: Leaf): string[] {
  if (leaf.type !== 'numeric') return [];
  return (leaf.presets ?? [])
    .filter(({ value }) => typeof value !== 'number')
    .map(({ name }) => `${leaf.name}: ${name}`);
}

function numberShape(leaf: NumericLeaf): NumberShape {
  const isDifference = DIFFERENCES.test(leaf.name);
  const quantity = quantityOf(leaf, isDifference);
  const isPercentage = quantity === 'percentage';
  return {
    kind: 'number',
    quantity,
    minimum: leaf.value_min ?? (isPercentage ? 0 : undefined),
    maximum: leaf.value_max ?? (isPercentage ? 100 : undefined),
    step: leaf.value_step,
    presets: (leaf.presets ?? [])
      .filter(isUsable)
      .map(({ name, value }) => ({ label: humanize(name), value })),
    unit: unitOf(leaf.unit, isDifference),
  };
}

function booleanShape(id: string, on: string, off: string, access: number): ValueShape {
  const [onWord, offWord] = booleanWords(id, on, off, (access & WRITABLE) !== 0);
  return { kind: 'boolean', on: onWord, off: offWord };
}

function enumShape(id: string, leaf: EnumLeaf): ValueShape {
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

/**
 * Returns the shape of a feature's values. Features with two values are booleans,
 * and colours are `{h, s, v}`.
 */
export function shapeOf(feature: Feature): ValueShape {
  const id = propertyIdOf(feature);
  if (id === 'color') return { kind: 'color' };
  if (feature.group === 'light' && feature.name === 'brightness') return BRIGHTNESS;
  return leafShape(id, feature.leaf);
}
