import type { TemplateProperty } from '@azulejo/contract';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Number of decimals with which devices report; others report whole numbers. */
const DIGITS: Readonly<Record<string, number>> = {
  temperature: 1,
  'temperature-difference': 1,
  pressure: 1,
  power: 1,
  current: 2,
  energy: 2,
  frequency: 2,
  voltage: 1,
  volume: 1,
  length: 1,
  number: 2,
  percentage: 1,
};
/** These words describe a normal state. */
const QUIET_WORDS = [
  'none',
  'normal_state',
  'no_fault_detected',
  'previous',
  'restore',
  'stopped',
  'closed',
  'manual',
  'medium',
  'off',
];
/** Default values for schemas that do not suggest one. */
const TYPICAL: Readonly<Record<string, unknown>> = {
  'color-hsv': { h: 36, s: 45, v: 100 },
  temperature: 20,
  percentage: 50,
  duration: 60,
  'color-temperature': 370,
  voltage: 230,
  frequency: 50,
  pressure: 1015,
};

/** Fits values to a property: to its schema, narrowed by its `schemaExtension`. */
export type Fit = {
  /** Returns the nearest value that the property can have; undefined when there is none. */
  toProperty(value: unknown): unknown;
  /** Returns a plausible value; undefined for events, and when no value is known to be valid. */
  typical(): unknown;
};

export function createFit(property: TemplateProperty, schema: JsonSchema): Fit {
  const narrowed = narrow(schema, property.schemaExtension);
  const digits = DIGITS[property.schema] ?? 0;
  return {
    toProperty: (value) => fitted(value, narrowed, digits),
    typical: () =>
      property.schema === 'event' ? undefined : typical(narrowed, TYPICAL[property.schema], digits),
  };
}

/** Returns the schema of the property's values, with the first of its alternatives. */
export const schemaOf = ({ schemaExtension }: TemplateProperty, schema: JsonSchema): JsonSchema =>
  narrow(schema, schemaExtension);

/** Merges both, with the first of the alternatives, which is the range if there is one. */
function narrow(schema: JsonSchema, extension: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = { ...schema, ...extension };
  const [first] = Array.isArray(anyOf) ? (anyOf as JsonSchema[]) : [];
  const bounds = (name: 'minimum' | 'maximum', pick: (...values: number[]) => number) => {
    const given = [schema[name], extension[name], first?.[name]].filter((value) => typeof value === 'number');
    return given.length > 0 ? { [name]: pick(...given) } : {};
  };
  return { ...rest, ...first, ...bounds('minimum', Math.max), ...bounds('maximum', Math.min) };
}

function fitted(value: unknown, schema: JsonSchema, digits: number): unknown {
  const { enum: words, type } = schema;
  if (Array.isArray(words)) return words.includes(value) ? value : undefined;
  if (typeof value === 'number') return type === 'number' ? fittedNumber(value, schema, digits) : undefined;
  return typeof value === type ? value : undefined;
}

function fittedNumber(value: number, schema: JsonSchema, digits: number): number {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, multipleOf } = schema;
  const step = typeof multipleOf === 'number' ? multipleOf : 10 ** -digits;
  const low = Math.ceil(Number(minimum) / step) * step;
  const high = Math.floor(Number(maximum) / step) * step;
  const rounded = Math.round(value / step) * step;
  // Rounding removes binary fractions; adding 0 turns -0 into 0.
  return Number(Math.min(high, Math.max(low, rounded)).toFixed(6)) + 0;
}

function typical(schema: JsonSchema, given: unknown, digits: number): unknown {
  if (typeof given === 'object') return given;
  const { enum: words, type, properties } = schema;
  if (Array.isArray(words)) return QUIET_WORDS.find((word) => words.includes(word)) ?? words[0];
  switch (type) {
    case 'boolean':
      return false;
    case 'number':
      return fittedNumber(typeof given === 'number' ? given : 0, schema, digits);
    case 'string':
      return '';
    case 'object':
      return Object.fromEntries(
        Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(([name, member]) => [
          name,
          typical(narrow(member, {}), undefined, digits),
        ]),
      );
    default:
      return undefined;
  }
}
