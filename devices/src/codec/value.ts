import { entryOf } from '../entry-of.ts';
import type { Scalar } from '../feature.ts';
import type { BooleanShape, NumberShape, ShapeMember, ValueShape } from '../template/value-shape.ts';
import { fromXy } from './color.ts';

type Members = Readonly<Record<string, unknown>>;

/** The longest text that is stored (`catalog/schemas/text.json`). */
const MAX_TEXT = 4096;
const MAX_ITEMS = 1000;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

const inRange = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/**
 * Returns our value for a device's value; undefined when its type is not the property's. Values that the
 * device did not declare (a third choice, a number outside the range) are kept.
 */
export function decodeValue(shape: ValueShape, value: unknown): unknown {
  switch (shape.kind) {
    case 'boolean':
      return decodeBoolean(shape, value);
    case 'choice':
    case 'event':
      return isScalar(value) ? decodeChoice(shape.values, String(value)) : undefined;
    case 'number':
      return decodeNumber(shape, value);
    case 'text':
      return decodeText(value);
    case 'color':
      return isMembers(value) ? decodeColor(value) : undefined;
    case 'composite':
      return isMembers(value) ? decodeMembers(shape.members, value) : undefined;
    case 'list':
      return Array.isArray(value) ? decodeItems(shape.item, value) : undefined;
  }
}

const shortText = (text: string): string | undefined => (text.length <= MAX_TEXT ? text : undefined);

function decodeBoolean({ values: [on, off] }: BooleanShape, value: unknown): boolean | undefined {
  if (value === on) return true;
  if (value === off) return false;
  const text = String(value).toLowerCase();
  if (text === String(on).toLowerCase()) return true;
  return text === String(off).toLowerCase() ? false : undefined;
}

/** An empty text is no choice, unless it is declared: some programs send it after each press. */
const decodeChoice = (values: readonly Scalar[], text: string): string | undefined =>
  text !== '' || values.includes('') ? shortText(text) : undefined;

/** A number as devices write it; JavaScript also takes an empty text for one. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Returns the number that a device sent, perhaps as a text. */
function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value;
  return isNumber(number) ? number : undefined;
}

/** The lowest values that quantities can have. The schemas of values have the same bounds. */
const LOWEST: Readonly<Record<string, number>> = {
  'color-temperature': Number.MIN_VALUE,
  temperature: -273.15,
  ...{ concentration: 0, duration: 0, frequency: 0, illuminance: 0, length: 0 },
  ...{ pressure: 0, voltage: 0, volume: 0 },
};

/**
 * Percentages further from 0 to 100 are no measurements: devices send 255 or 655.35 for an unknown one. Batteries count
 * half percents, up to 200 (BatteryPercentageRemaining of the Zigbee Cluster Library), which not every converter halves.
 */
const MAX_BEYOND_PERCENTAGE = 100;

/** Returns whether a device sent a number that cannot be: some lamps report a colour temperature of 0. */
export function isImpossible(shape: ValueShape, value: unknown): boolean {
  if (shape.kind !== 'number' || shape.full !== undefined) return false;
  const number = numberIn(value);
  if (number === undefined || shape.presets.some((preset) => preset.value === number)) return false;
  if (shape.quantity === 'percentage') return Math.abs(number - 50) > 50 + MAX_BEYOND_PERCENTAGE;
  return number < (entryOf(LOWEST, shape.quantity) ?? Number.NEGATIVE_INFINITY);
}

function decodeNumber(shape: NumberShape, given: unknown): number | undefined {
  const value = numberIn(given);
  if (value === undefined || isImpossible(shape, value)) return undefined;
  const { full, quantity } = shape;
  if (full !== undefined) return inRange(Math.round((value / full) * 100), 0, 100);
  // The schema of percentages has these bounds; some devices report a fresh battery as 110 %.
  return quantity === 'percentage' ? inRange(value, 0, 100) : value;
}

function decodeText(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  return shortText(isScalar(value) ? String(value) : JSON.stringify(value));
}

function decodeColor({ hue, saturation, x, y }: Members): unknown {
  if (isNumber(hue) && isNumber(saturation))
    return { h: inRange(hue, 0, 360), s: inRange(saturation, 0, 100), v: 100 };
  return isNumber(x) && isNumber(y) ? fromXy(x, y) : undefined;
}

function decodeMembers(members: readonly ShapeMember[], value: Members): Members {
  const decoded = members.map(
    ({ id, key, shape }) => [id, decodeValue(shape, value[key] ?? value[id])] as const,
  );
  return Object.fromEntries(decoded.filter(([, member]) => member !== undefined));
}

const decodeItems = (item: ValueShape, values: readonly unknown[]): unknown[] =>
  values
    .slice(0, MAX_ITEMS)
    .map((value) => decodeValue(item, value))
    .filter((value) => value !== undefined);

/** Returns the device's value for one of ours, which the property's schema has accepted. */
export function encodeValue(shape: ValueShape, value: unknown): unknown {
  switch (shape.kind) {
    case 'boolean':
      return shape.values[value === true ? 0 : 1];
    case 'choice':
    case 'event':
      return shape.values.find((each) => String(each) === value) ?? value;
    case 'number':
      return shape.full !== undefined && isNumber(value) ? Math.round((value / 100) * shape.full) : value;
    case 'color':
      return isMembers(value) ? { hue: value['h'], saturation: value['s'] } : value;
    case 'composite':
      return isMembers(value) ? encodeMembers(shape.members, value) : value;
    case 'list':
      return Array.isArray(value) ? value.map((each) => encodeValue(shape.item, each)) : value;
    case 'text':
      return value;
  }
}

const encodeMembers = (members: readonly ShapeMember[], value: Members): Members =>
  Object.fromEntries(
    members.flatMap(({ id, key, shape }) =>
      Object.hasOwn(value, id) ? [[key, encodeValue(shape, value[id])]] : [],
    ),
  );
