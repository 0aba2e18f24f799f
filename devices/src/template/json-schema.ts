import type { NumberShape, ValueShape } from './value-shape.ts';

type JsonSchema = Record<string, unknown>;

export interface SchemaUse {
  /** Name of a schema of the catalogue. */
  readonly schema: string;
  /** Keywords here restrict it further. */
  readonly schemaExtension: JsonSchema;
}

const NAMES = {
  boolean: 'boolean',
  choice: 'choice',
  event: 'event',
  text: 'text',
  color: 'color-hsv',
  composite: 'composite',
  list: 'list',
} as const;

function range({ quantity, minimum, maximum }: NumberShape): JsonSchema {
  return {
    ...(minimum === undefined || (quantity === 'percentage' && minimum === 0) ? {} : { minimum }),
    ...(maximum === undefined || (quantity === 'percentage' && maximum === 100) ? {} : { maximum }),
  };
}

/**
 * Returns `multipleOf` only for steps that binary fractions can represent. One of 0.1
 * would reject valid values.
 */
function step({ minimum, step }: NumberShape): JsonSchema {
  const isExact = step !== undefined && step > 0 && Number.isInteger(step * 4);
  return isExact && step !== 1 && (minimum ?? 0) % step === 0 ? { multipleOf: step } : {};
}

function numberKeywords(shape: NumberShape, isSetByUs: boolean): JsonSchema {
  const narrow = { ...range(shape), ...(isSetByUs ? step(shape) : {}) };
  const apart = shape.presets
    .map((preset) => preset.value)
    .filter((value) => typeof value === 'string' || isOutside(value, shape));
  return apart.length === 0 ? narrow : { anyOf: [{ type: 'number', ...narrow }, { enum: apart }] };
}

function isOutside(value: number, { minimum, maximum }: NumberShape): boolean {
  return (minimum !== undefined && value < minimum) || (maximum !== undefined && value > maximum);
}

function keywords(shape: ValueShape, isSetByUs: boolean): JsonSchema {
  switch (shape.kind) {
    case 'number':
      return numberKeywords(shape, isSetByUs);
    case 'choice':
    case 'event':
      return { enum: shape.options.map((option) => option.value) };
    case 'composite':
      return {
        properties: Object.fromEntries(shape.members.map((member) => [member.id, inline(member.shape)])),
        additionalProperties: false,
      };
    case 'list':
      return { items: inline(shape.item) };
    default:
      return {};
  }
}

/** Returns the complete schema of a value inside a composite or a list, which has no named schema. */
function inline(shape: ValueShape): JsonSchema {
  const narrow = keywords(shape, true);
  switch (shape.kind) {
    case 'number':
      return 'anyOf' in narrow ? narrow : { type: 'number', ...narrow };
    case 'choice':
    case 'event':
    case 'text':
      return { type: 'string', ...narrow };
    case 'list':
      return { type: 'array', ...narrow };
    case 'boolean':
      return { type: 'boolean' };
    default:
      return { type: 'object', ...narrow };
  }
}

/** @param isSetByUs whether users set values too; measurements of a device are not multiples of a step */
export function schemaUseOf(propertyId: string, shape: ValueShape, isSetByUs: boolean): SchemaUse {
  if (propertyId === 'status') return { schema: 'on-off', schemaExtension: {} };
  const schema = shape.kind === 'number' ? shape.quantity : NAMES[shape.kind];
  return { schema, schemaExtension: keywords(shape, isSetByUs) };
}
