import type { UnitKey } from '@azulejo/units';
import type {
  BooleanType,
  ChoiceType,
  Feature,
  Member,
  NumberType,
  Preset,
  Scalar,
  ValueType,
} from '../feature.ts';
import { booleanWords, choiceLabel, humanize, kebab, labelOf, pairOf } from './naming.ts';
import { propertyIdOf } from './property-ids.ts';
import { type Unit, unitKeyOf, unitOf } from './units.ts';

export interface Option {
  readonly label: string;
  readonly value: string;
}

export interface NumberShape {
  readonly kind: 'number';
  /** The measured quantity, which is also the name of the schema. */
  readonly quantity: string;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly step: number | undefined;
  /** Values with a special meaning, some of them outside the range. */
  readonly presets: readonly { readonly label: string; readonly value: number | string }[];
  readonly unit: Unit;
  /** The device's number for our 100, when the device counts otherwise. */
  readonly full?: number;
}

export interface BooleanShape {
  readonly kind: 'boolean';
  /** Shown to users as labels. */
  readonly on: string;
  readonly off: string;
  /** The device's own values. */
  readonly values: readonly [on: Scalar, off: Scalar];
}

export interface ShapeMember {
  readonly id: string;
  /** Names the member of the device's messages. */
  readonly key: string;
  readonly label: string;
  readonly shape: ValueShape;
}

/** The type of a feature's values, from which its schema, controls, rules and codec are derived. */
export type ValueShape =
  | BooleanShape
  | {
      readonly kind: 'choice' | 'event';
      readonly options: readonly Option[];
      /** The device's own values, in the order of the options. */
      readonly values: readonly Scalar[];
    }
  | NumberShape
  | { readonly kind: 'text' | 'color' }
  | { readonly kind: 'composite'; readonly members: readonly ShapeMember[] }
  | { readonly kind: 'list'; readonly item: ValueShape };

/**
 * Properties that are events. A button press is not a state, so even two kinds of press are not on and off.
 */
const EVENTS = new Set(['action']);

const DIFFERENCES = /calibration|offset|accuracy|hysteresis|deadzone/;

/** The most options that a template can list (and a person can look through); more are typed as text. */
const MAX_OPTIONS = 250;

/** The schemas of values, by units. Some say of which unit they are. */
const QUANTITIES: Partial<Record<UnitKey, string>> = {
  celsius: 'temperature',
  watt: 'power',
  kph: 'energy',
  volt: 'voltage',
  millivolt: 'voltage',
  ampere: 'current',
  hertz: 'frequency',
  hectopascal: 'pressure',
  mbar: 'pressure',
  mmhg: 'pressure',
  inhg: 'pressure',
  lux: 'illuminance',
  ppm: 'concentration',
  ppb: 'concentration',
  ugpm3: 'concentration',
  mgpm3: 'concentration',
  second: 'duration',
  minute: 'duration',
  meter: 'length',
  degree: 'angle',
  liter: 'volume',
  mired: 'color-temperature',
  percent: 'percentage',
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

/** The quantities whose schemas have bounds that a report may lie beyond. */
const OPEN = new Set(['percentage', 'voltage', 'pressure', 'duration', 'length']);

function quantityOf({ unit, min, max, isOpen }: NumberType, isDifference: boolean): string {
  const key = unitKeyOf(unit);
  const quantity = (key && QUANTITIES[key]) ?? 'number';
  if (quantity === 'temperature' && isDifference) return 'temperature-difference';
  if (isOpen && OPEN.has(quantity)) return 'number';
  const isNegative = (min ?? 0) < 0;
  const isOverHundred = quantity === 'percentage' && (max ?? 0) > 100;
  return (isNegative && NEVER_NEGATIVE.has(quantity)) || isOverHundred ? 'number' : quantity;
}

/** Maps brightness. Devices use 0 to 254 over the air; users and sliders use percent. */
const brightness = ({ max = 254 }: NumberType): NumberShape => ({
  kind: 'number',
  quantity: 'percentage',
  minimum: 0,
  maximum: 100,
  step: 1,
  presets: [],
  unit: unitOf('%', false),
  full: max,
});

/** Returns whether a preset is a number. Some, like `disable`, have no value or a word. */
const isUsable = (preset: Preset): preset is Preset & { value: number } => typeof preset.value === 'number';

/**
 * Returns whether a composite can have the preset: its members have no named schema of one type, so words are
 * possible.
 */
const isUsableInside = (preset: Preset): preset is Preset & { value: number | string } =>
  isUsable(preset) || typeof preset.value === 'string';

/** Returns presets that are not numbers and cannot be mapped, since a property’s schema has only one type. */
export function unusablePresetsOf({ name, value }: Member): string[] {
  if (value.type !== 'number') return [];
  return (value.presets ?? [])
    .filter((preset) => !isUsable(preset))
    .map((preset) => `${name}: ${preset.name}`);
}

/** Returns the range; none when its ends are equal or the wrong way round, since nothing could be set. */
function rangeOf({ min, max, step }: NumberType): Pick<NumberType, 'min' | 'max' | 'step'> {
  const isRange = min === undefined || max === undefined || min < max;
  const positive = step !== undefined && step > 0 ? step : undefined;
  return isRange ? { min, max, step: positive } : { step: positive };
}

function numberShape(name: string, type: NumberType, isInside: boolean): NumberShape {
  const isDifference = DIFFERENCES.test(name);
  const quantity = quantityOf(type, isDifference);
  const isPercentage = quantity === 'percentage';
  const { min, max, step } = rangeOf(type);
  return {
    kind: 'number',
    quantity,
    minimum: min ?? (isPercentage ? 0 : undefined),
    maximum: max ?? (isPercentage ? 100 : undefined),
    step,
    presets: (type.presets ?? [])
      .filter(isInside ? isUsableInside : isUsable)
      .map((preset) => ({ label: humanize(preset.name), value: preset.value })),
    unit: unitOf(type.unit, isDifference),
  };
}

function booleanShape(
  id: string,
  { on, off, words }: Omit<BooleanType, 'type'>,
  isWritable: boolean,
): BooleanShape {
  const [onWord, offWord] = words ?? booleanWords(id, String(on), String(off), isWritable);
  return { kind: 'boolean', on: onWord, off: offWord, values: [on, off] };
}

/**
 * Returns the shape of an enumeration. Two values are a boolean only if they are opposites by their words:
 * a device that declares `idle` and `heat` may yet report `cool`.
 */
function choiceShape(id: string, member: Member, type: ChoiceType): ValueShape {
  const isEvent = EVENTS.has(member.name);
  const pair = isEvent || type.labels ? undefined : pairOf(type.values);
  if (pair) return booleanShape(id, { on: pair[0], off: pair[1] }, member.access.isWritable);
  const values = [...new Map(type.values.map((value) => [String(value), value])).values()];
  if (values.length === 0 || values.length > MAX_OPTIONS) return { kind: 'text' };
  return {
    kind: isEvent ? 'event' : 'choice',
    options: values.map((value) => ({
      label: type.labels?.[type.values.indexOf(value)]?.trim() || choiceLabel(value, values),
      value: String(value),
    })),
    values,
  };
}

/** Returns the members of a composite; of two that have the same name, only the first. */
function membersOf(members: readonly Member[]): ShapeMember[] {
  const byName = new Map(members.toReversed().map((member) => [member.name, member]));
  return members
    .filter((member) => byName.get(member.name) === member)
    .map((member) => {
      const id = kebab(member.name);
      return { id: member.name, key: member.key, label: labelOf(id), shape: memberShape(id, member, true) };
    });
}

function memberShape(id: string, member: Member, isInside = false): ValueShape {
  const { value }: { value: ValueType } = member;
  switch (value.type) {
    case 'number':
      return numberShape(member.name, value, isInside);
    case 'boolean':
      return booleanShape(id, value, member.access.isWritable);
    case 'choice':
      return choiceShape(id, member, value);
    case 'text':
      return { kind: 'text' };
    case 'composite':
      return { kind: 'composite', members: membersOf(value.members) };
    case 'list':
      return { kind: 'list', item: memberShape(id, value.item, true) };
  }
}

/**
 * Returns the shape of a feature's values. Features with two opposite values are booleans,
 * and colours are `{h, s, v}`.
 */
export function shapeOf(feature: Feature): ValueShape {
  const id = propertyIdOf(feature);
  if (id === 'color') return { kind: 'color' };
  const { value } = feature;
  if (feature.role === 'light' && feature.name === 'brightness' && value.type === 'number')
    return brightness(value);
  return memberShape(id, feature);
}
