import type { Information, Property } from '@azulejo/contract';
import { compileExpression, displayValue, formatNumber, NO_VALUE, type UnitSystem } from '@azulejo/units';
import type { Bound } from './bind.ts';
import { toNumber } from './number.ts';
import { plainText } from './plain-text.ts';

/** How a person wants to read values; metric, and a decimal point, where it says nothing. */
export type Preferences = {
  readonly units?: UnitSystem | undefined;
  /** BCP 47, e.g. `pt-PT`. */
  readonly locale?: string | undefined;
};

/** One value on the face of a tile. */
export type Slot = {
  readonly component: string;
  readonly property: string;
  readonly label: string;
  /** The value as shown, converted but not rounded; undefined where there is none. */
  readonly value: unknown;
  /** The value for reading, without its unit, e.g. `21.5`; `--` where there is none. */
  readonly text: string;
  /** E.g. `°C`; empty for none. */
  readonly unit: string;
  /**
   * False where the value says nothing just now: of a battery, which is spoken of when it is low, and of a device that
   * is switched off all that only describes its work, such as brightness and power.
   */
  readonly isRelevant: boolean;
};

type Shown = Pick<Slot, 'value' | 'text' | 'unit'>;

export function renderSlot(
  { part, component, property }: Bound<Information>,
  value: unknown,
  preferences: Preferences,
  isSwitchedOff = false,
): Slot {
  const shown = show(part, property, value, preferences);
  const isRelevant = shown.value !== undefined && isWorthReading(property, isSwitchedOff);
  return { component, property: part.property, label: labelOf(part, property), ...shown, isRelevant };
}

/** What describes only the work of a device, by the group in the property's class. */
const OF_WORK: ReadonlySet<string> = new Set(['control', 'device', 'electricity', 'lighting']);

function isWorthReading(property: Property | undefined, isSwitchedOff: boolean): boolean {
  const groups = (property?.classes ?? []).map((name) => name.split('.').at(-2) ?? '');
  if (groups.includes('battery')) return false;
  return !(isSwitchedOff && groups.some((group) => OF_WORK.has(group)));
}

/** Tiles may carry a label of their own beside the members of spec 2.5 (android-app 5.2). */
export const labelOf = (part: { property: string; label?: unknown }, property: Property | undefined) =>
  (typeof part.label === 'string' && part.label) || property?.label || part.property;

const none: Shown = { value: undefined, text: NO_VALUE, unit: '' };

/** The unit stands there before the first value does (android-app 5.2). */
function show(
  { type, options }: Information,
  property: Property | undefined,
  value: unknown,
  preferences: Preferences,
): Shown {
  // A colour is drawn in the first place only (ios-app 5.1).
  if (type === 'icon-color') return none;
  const number = toNumber(value);
  const text = plainText(value, property);
  // Words in the place of a number are shown as they are (ios-app 5.2).
  if (text !== undefined && number === undefined) return { value, text, unit: '' };
  switch (type) {
    case 'text-unit':
      return inUnit(number ?? Number.NaN, options, property, preferences);
    case 'text-expression':
      return computed(number ?? Number.NaN, options, preferences);
    default:
      return text === undefined ? none : { value, text, unit: '' };
  }
}

/** The property's units decide; the tile's `inputUnit` stands in where it names none (android-app 5.2, ios-app 5.3). */
function inUnit(
  number: number,
  { inputUnit = '', suffix = '' }: Information['options'],
  property: Property | undefined,
  preferences: Preferences,
): Shown {
  const { vendorUnit, muzzleyUnit, targetMetric, targetImperial }: Partial<Property['unitsOptions']> =
    property?.unitsOptions ?? {};
  const unitsOptions = {
    vendorUnit: vendorUnit || muzzleyUnit || inputUnit,
    targetMetric: targetMetric ?? '',
    targetImperial: targetImperial ?? '',
  };
  const step = property?.io.includes('w') ? property.controlInterfaces[0]?.config['step'] : undefined;
  const shown = displayValue(number, unitsOptions, preferences.units ?? 'metric', {
    ...formatOptions(preferences),
    step: typeof step === 'number' ? step : undefined,
  });
  return { value: finite(shown.value), text: shown.number, unit: shown.symbol || suffix.trim() };
}

/**
 * Both phone apps round to one decimal, draw the suffix as the unit, and leave the prefix out; of thousands, such as
 * kelvins from mireds, a tenth says nothing.
 */
function computed(
  number: number,
  { mathExpression = '', suffix = '' }: Information['options'],
  preferences: Preferences,
): Shown {
  const value = evaluate(mathExpression, number);
  const text = formatNumber(value, Math.abs(value) < 1000 ? 1 : 0, formatOptions(preferences));
  return { value: finite(value), text, unit: suffix.trim() };
}

/** Without an expression, or with one that cannot be read, the value stays as it is (ios-app 5.2). */
function evaluate(expression: string, x: number): number {
  if (expression.trim() === '') return x;
  try {
    return compileExpression(expression)(x);
  } catch {
    return x;
  }
}

const finite = (value: number) => (Number.isFinite(value) ? value : undefined);

const formatOptions = ({ locale }: Preferences) => (locale === undefined ? {} : { locale });
