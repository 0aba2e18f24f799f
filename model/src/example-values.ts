import type { ChannelTemplate, TemplateProperty } from '@azulejo/contract';
import { componentsWith, isReadable, isWritable } from './bindings.ts';
import { alarmRuleOf } from './conditions.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The numbers that people see of a value, from which an example is taken. */
export type ValueRange = { readonly min: number; readonly max: number; readonly step: number };

/** The usual values of schemas, which are also the limits of a schema without any. */
const RANGES: Readonly<Record<string, readonly [min: number, max: number]>> = {
  temperature: [-10, 40],
  percentage: [0, 100],
  pressure: [950, 1050],
  power: [0, 2500],
  voltage: [210, 250],
  energy: [0, 500],
  current: [0, 16],
  illuminance: [0, 1000],
  'color-temperature': [150, 500],
};

/** The part of its range at which an example is: a lamp of 62 % is drawn as dimmed. */
const SHARE = 0.62;

/** Words of a device at which nothing is wrong and which is in use, the most telling first. */
const QUIET = ['normal', 'normal_state', 'no_fault', 'locked', 'none', 'idle', 'heat', 'off'];

/** Returns the schema of a property's values, with the first of its alternatives, which is the range if there is one. */
export function narrowedSchema({ schemaExtension }: TemplateProperty, schema: Schema): Schema {
  const { anyOf, ...rest } = { ...schema, ...schemaExtension };
  const [first] = Array.isArray(anyOf) ? (anyOf as Schema[]) : [];
  return { ...rest, ...first };
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

export function valueRange(
  { schema: name }: TemplateProperty,
  { minimum, maximum, multipleOf }: Schema,
): ValueRange {
  const [least, most] = RANGES[name] ?? [0, 100];
  const min = isNumber(minimum) && minimum > -100 ? minimum : least;
  const max = isNumber(maximum) ? maximum : Math.max(most, min + 100);
  const isWhole = max - min >= 20;
  return { min, max, step: isNumber(multipleOf) && multipleOf > 0 ? multipleOf : isWhole ? 1 : 0.1 };
}

/** Returns the part of a range that is usual for the schema: a room has 21 °C, although its sensor measures up to 100 °C. */
function usualRange(schema: string, range: ValueRange): ValueRange {
  const [least, most] = RANGES[schema] ?? [range.min, range.max];
  const [min, max] = [Math.max(range.min, least), Math.min(range.max, most)];
  return min < max ? { ...range, min, max } : range;
}

/**
 * Returns a plausible value of a property with this narrowed schema: what can be switched is on, and nothing is wrong.
 * It is undefined for free text and for what no schema describes.
 */
export function exampleValue(property: TemplateProperty, schema: Schema): unknown {
  if (property.schema === 'color-hsv') return { h: 28, s: 85, v: 100 };
  const { enum: words, type } = schema;
  if (Array.isArray(words)) return QUIET.find((word) => words.includes(word)) ?? words[0];
  if (type === 'boolean') return isWritable(property) && !alarmRuleOf(property)?.holds(true);
  if (type !== 'number' && type !== 'integer') return undefined;
  const { min, max, step } = usualRange(property.schema, valueRange(property, schema));
  const value = Math.round((min + (max - min) * SHARE) / step) * step;
  // Rounding removes binary fractions.
  return Number(value.toFixed(6));
}

/** Returns a plausible value for each value of a device that can be shown. */
export const exampleValues = (
  { components, properties }: Pick<ChannelTemplate, 'components' | 'properties'>,
  schemas: Readonly<Record<string, Schema>>,
): { component: string; property: string; data: unknown }[] =>
  properties.filter(isReadable).flatMap((property) => {
    const data = exampleValue(property, narrowedSchema(property, schemas[property.schema] ?? {}));
    if (data === undefined) return [];
    return componentsWith(components, property).map(({ id }) => ({
      component: id,
      property: property.id,
      data,
    }));
  });
