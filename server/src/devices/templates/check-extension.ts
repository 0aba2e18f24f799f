import type { FieldError } from '@azulejo/contract';
import { isJsonObject, type JsonObject } from '@azulejo/model';
import { Ajv2020 } from 'ajv/dist/2020.js';

/**
 * The keywords of JSON Schema that may narrow the values of a property. References are excluded because they
 * would be followed, and patterns because a slow one would block the processing of all values.
 */
export const EXTENSION_KEYWORDS: readonly string[] = [
  'type',
  'enum',
  'const',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'properties',
  'required',
  'additionalProperties',
  'minProperties',
  'maxProperties',
  'items',
  'minItems',
  'maxItems',
  'anyOf',
  'title',
  'description',
  'default',
  'examples',
];

let compiled: Ajv2020 | undefined;

type Schema = JsonObject;

export function* findExtensionErrors(extension: Schema, path: string): Generator<FieldError> {
  const strangers = [...findStrangers(extension, path)];
  if (strangers.length > 0) return yield* strangers;
  compiled ??= new Ajv2020({ strict: false });
  if (compiled.validateSchema(extension) === true) return;
  const error = compiled.errors?.[0];
  const field = `${path}${error?.instancePath.replaceAll('/', '.') ?? ''}`;
  yield { field, reason: error?.message ?? 'is not valid' };
}

function* findStrangers(schema: Schema, path: string): Generator<FieldError> {
  for (const [name, value] of Object.entries(schema)) {
    const field = `${path}.${name}`;
    if (!EXTENSION_KEYWORDS.includes(name)) yield { field, reason: 'is not allowed in a schema extension' };
    else if (name === 'properties' && isJsonObject(value))
      for (const [member, inner] of Object.entries(value))
        yield* findStrangers(isJsonObject(inner) ? inner : {}, `${field}.${member}`);
    else if (name === 'anyOf' && Array.isArray(value))
      for (const [index, inner] of value.entries())
        yield* findStrangers(isJsonObject(inner) ? inner : {}, `${field}.${index}`);
    else if ((name === 'items' || name === 'additionalProperties') && isJsonObject(value))
      yield* findStrangers(value, field);
  }
}
