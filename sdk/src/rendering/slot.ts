import { type Dictionary, isWritable, stateIn, toNumber } from '@azulejo/model';
import {
  compileExpression,
  displayValue,
  findUnit,
  formatNumber,
  NO_VALUE,
  type UnitSystem,
} from '@azulejo/units';
import type { Information, Property } from '../api/types.generated.ts';
import type { Bound } from './bind.ts';

/** How a user wants to read values; by default metric, with a decimal point. */
export type DisplayPreferences = {
  readonly units?: UnitSystem | undefined;
  /** A BCP 47 tag, e.g. `pt-PT`. */
  readonly locale?: string | undefined;
  /** The words of the person's language; without them, the texts are English. */
  readonly words?: Dictionary | undefined;
};

/** One value on a tile. */
export type Slot = {
  readonly component: string;
  readonly property: string;
  readonly label: string;
  /** The value, converted but not rounded; undefined when there is none. */
  readonly value: unknown;
  /** The formatted value without its unit, e.g. `21.5`; `--` when there is none. */
  readonly text: string;
  /** The unit, e.g. `°C`; empty when there is none. */
  readonly unit: string;
  /**
   * False when the value is of no interest now: a battery level, since a low battery is a condition, and on a
   * device that is switched off everything that describes its operation, such as brightness and power.
   */
  readonly isRelevant: boolean;
};

type Shown = Pick<Slot, 'value' | 'text' | 'unit'>;

export function renderSlot(
  { part, component, property }: Bound<Information>,
  value: unknown,
  preferences: DisplayPreferences,
  isSwitchedOff = false,
): Slot {
  const shown = show(part, property, value, preferences);
  const isRelevant = shown.value !== undefined && isWorthReading(property, isSwitchedOff);
  return { component, property: part.property, label: labelOf(part, property), ...shown, isRelevant };
}

/** Groups (in a property's class) whose values matter only while the device is switched on. */
const OF_WORK: ReadonlySet<string> = new Set(['control', 'device', 'electricity', 'lighting']);

function isWorthReading(property: Property | undefined, isSwitchedOff: boolean): boolean {
  const groups = (property?.classes ?? []).map((name) => name.split('.').at(-2) ?? '');
  if (groups.includes('battery')) return false;
  return !(isSwitchedOff && groups.some((group) => OF_WORK.has(group)));
}

/**
 * Returns the label of a part. Parts may have a label in addition to the members of
 * spec 2.5 (android-app 5.2).
 */
export const labelOf = (part: { property: string; label?: unknown }, property: Property | undefined) =>
  (typeof part.label === 'string' && part.label) || property?.label || part.property;

const none: Shown = { value: undefined, text: NO_VALUE, unit: '' };

/** Returns what a slot shows. The unit is shown even before the first value (android-app 5.2). */
function show(
  { type, options }: Information,
  property: Property | undefined,
  value: unknown,
  preferences: DisplayPreferences,
): Shown {
  // A colour is drawn only when it is the first information (ios-app 5.1).
  if (type === 'icon-color') return none;
  const number = roundedIf(isBattery(property), toNumber(value));
  const text = plainText(value, property, preferences.words);
  // Text that is not a number is shown unchanged (ios-app 5.2).
  if (text !== undefined && number === undefined) return { value, text, unit: '' };
  switch (type) {
    case 'text-unit':
      return inUnit(number ?? Number.NaN, options, property, preferences);
    case 'text-expression':
      // Phone apps know fewer units, so that tiles name those by text.
      if (isInItsUnit(options, property)) return inUnit(number ?? Number.NaN, options, property, preferences);
      return computed(number ?? Number.NaN, options, preferences);
    default:
      return text === undefined ? none : { value, text, unit: '' };
  }
}

/** Returns whether it is a battery's charge, which is shown in whole per cent. */
const isBattery = (property: Property | undefined): boolean =>
  property?.classes.some((name) => name.endsWith('.battery.battery')) ?? false;

const roundedIf = (isRounded: boolean, number: number | undefined) =>
  number !== undefined && isRounded ? Math.round(number) : number;

/**
 * Converts by the property's units, or by the tile's `inputUnit` where it has none
 * (android-app 5.2, ios-app 5.3).
 */
function inUnit(
  number: number,
  { inputUnit = '', suffix = '' }: Information['options'],
  property: Property | undefined,
  preferences: DisplayPreferences,
): Shown {
  const { vendorUnit, muzzleyUnit, targetMetric, targetImperial }: Partial<Property['unitsOptions']> =
    property?.unitsOptions ?? {};
  const unitsOptions = {
    vendorUnit: vendorUnit || muzzleyUnit || inputUnit,
    targetMetric: targetMetric ?? '',
    targetImperial: targetImperial ?? '',
  };
  const step = property && isWritable(property) ? property.controlInterfaces[0]?.config['step'] : undefined;
  const shown = displayValue(number, unitsOptions, preferences.units ?? 'metric', {
    ...formatOptions(preferences),
    step: typeof step === 'number' ? step : undefined,
  });
  return { value: finite(shown.value), text: shown.number, unit: shown.symbol || suffix.trim() };
}

/**
 * Evaluates the tile's expression. Like both phone apps, rounds to one decimal, shows the suffix as the unit
 * and ignores the prefix. Values of 1,000 and more, such as kelvins from mireds, are rounded to integers.
 */
function computed(
  number: number,
  { mathExpression = '', suffix = '' }: Information['options'],
  preferences: DisplayPreferences,
): Shown {
  const value = evaluate(mathExpression, number);
  const text = formatNumber(value, Math.abs(value) < 1000 ? 1 : 0, formatOptions(preferences));
  return { value: finite(value), text, unit: suffix.trim() };
}

/** Returns whether an expression leaves the value as it is, in the unit of the property. */
const isInItsUnit = (
  { mathExpression = '' }: Information['options'],
  property: Property | undefined,
): boolean =>
  /^x?$/.test(mathExpression.trim()) && findUnit(property?.unitsOptions?.vendorUnit || 'number') !== 'number';

/** Evaluates an expression. Returns `x` unchanged when it is empty or invalid (ios-app 5.2). */
function evaluate(expression: string, x: number): number {
  if (expression.trim() === '') return x;
  try {
    return compileExpression(expression)(x);
  } catch {
    return x;
  }
}

const finite = (value: number) => (Number.isFinite(value) ? value : undefined);

const formatOptions = ({ locale }: DisplayPreferences) => (locale === undefined ? {} : { locale });

/**
 * Returns a value as text, by the labels of the property's controls: a text picker's label, a switch's `on`
 * and `off` (`Open`, `Closed`). Without labels, a boolean is `On`/`Off` if a switch controls it, else
 * `Yes`/`No`; numbers and text are unchanged. Returns undefined for a value that cannot be shown as text.
 */
function plainText(
  value: unknown,
  property: Property | undefined,
  words: Dictionary | undefined,
): string | undefined {
  const text = scalarText(value, property, words);
  if (text === undefined || text.trim() === '') return undefined;
  return optionLabel(String(value), property) ?? text;
}

function scalarText(
  value: unknown,
  property: Property | undefined,
  words: Dictionary | undefined,
): string | undefined {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      // Twelve digits hide the rounding errors of binary floating point.
      return Number.isFinite(value) ? String(Number(value.toPrecision(12))) : undefined;
    case 'boolean':
      return booleanText(value, property, words);
    default:
      return undefined;
  }
}

function booleanText(value: boolean, property: Property | undefined, words: Dictionary | undefined): string {
  const control = property?.controlInterfaces.find(({ controlInterface }) => controlInterface === 'switch');
  if (!control) return stateIn(words, value ? 'Yes' : 'No');
  const word = control.config[value ? 'on' : 'off'];
  if (typeof word === 'string' && word !== '') return word;
  return stateIn(words, value ? 'On' : 'Off');
}

/** Returns the label of a text picker's option. Its `config.options` is `[{label, value}]` (spec 2.4). */
function optionLabel(value: string, property: Property | undefined): string | undefined {
  const options = property?.controlInterfaces.flatMap(({ config }) =>
    Array.isArray(config['options']) ? (config['options'] as unknown[]) : [],
  );
  const isChosen = (option: unknown): option is { label?: unknown } =>
    typeof option === 'object' && option !== null && 'value' in option && `${option.value}` === value;
  const label = options?.find(isChosen)?.label;
  return typeof label === 'string' && label !== '' ? label : undefined;
}
