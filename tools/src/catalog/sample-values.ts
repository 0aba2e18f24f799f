import type { ChannelTemplate, TemplateProperty } from '@azulejo/contract';
import { componentsWith, isWritable } from '@azulejo/model';

type JsonSchema = Readonly<Record<string, unknown>>;
type Sample = { readonly component: string; readonly property: string; readonly value: unknown };

/** Limits the options of a choice that are written. */
const MAX_OPTIONS = 3;
/** Numbers for schemas without a range are taken from here. */
const MIDDLE: Readonly<Record<string, number>> = {
  temperature: 21,
  'color-temperature': 300,
  percentage: 50,
};

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** Returns a number inside the range, on its lowest step. */
function numberIn(schema: JsonSchema, typical: number): number {
  const { minimum, maximum, anyOf } = schema;
  const [range] = Array.isArray(anyOf) ? (anyOf as JsonSchema[]) : [];
  const low = range?.['minimum'] ?? minimum;
  const high = range?.['maximum'] ?? maximum;
  if (isNumber(low)) return Math.max(low, Math.min(typical, isNumber(high) ? high : typical));
  return isNumber(high) ? Math.min(typical, high) : typical;
}

function memberOf(schema: JsonSchema): unknown {
  const { type, enum: values, anyOf, properties, items } = schema;
  if (Array.isArray(values)) return values[0];
  if (type === 'number' || anyOf !== undefined) return numberIn(schema, 1);
  if (type === 'boolean') return true;
  if (type === 'array') return [memberOf((items ?? {}) as JsonSchema)];
  if (type === 'object') return membersOf((properties ?? {}) as Readonly<Record<string, JsonSchema>>);
  return '1';
}

const membersOf = (properties: Readonly<Record<string, JsonSchema>>): unknown =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, memberOf(schema)]));

function valuesOf({ schema, schemaExtension, controlInterfaces }: TemplateProperty): unknown[] {
  const { enum: values } = schemaExtension;
  if (Array.isArray(values)) return values.slice(0, MAX_OPTIONS);
  switch (schema) {
    case 'boolean':
    case 'on-off':
      return [true, false];
    case 'color-hsv':
      return [{ h: 30, s: 80, v: 100 }];
    case 'composite':
      return [memberOf({ type: 'object', ...schemaExtension })];
    case 'list':
      return [memberOf({ type: 'array', ...schemaExtension })];
    case 'text':
      return [];
    default: {
      const { min, step } = controlInterfaces[0]?.config ?? {};
      const typical = isNumber(min) && isNumber(step) ? min + step : (MIDDLE[schema] ?? 1);
      return [numberIn(schemaExtension, typical)];
    }
  }
}

/** Returns values that people could set, for every writable property of every component. */
export const sampleValues = ({ components, properties }: ChannelTemplate): Sample[] =>
  properties
    .filter(isWritable)
    .flatMap((property) =>
      componentsWith(components, property).flatMap(({ id }) =>
        valuesOf(property).map((value) => ({ component: id, property: property.id, value })),
      ),
    );
