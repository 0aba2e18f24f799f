import type { TemplateProperty } from '@azulejo/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { LRUCache } from 'lru-cache';
import type { ValueSchemas } from '../templates/index.ts';

/** Compiled schemas; a few hundred differ in a large catalogue. */
const MAX_COMPILED = 2000;

/** Why the data cannot be a value, or undefined when it can. */
export type ValueCheck = (data: unknown) => string | undefined;

/** Makes the check of a property: its schema, narrowed by its `schemaExtension`. */
export function createValueValidator(schemas: ValueSchemas): (property: TemplateProperty) => ValueCheck {
  const ajv = new Ajv2020({ strict: false, addUsedSchema: false });
  addFormats.default(ajv);
  const compiled = new LRUCache<string, ValidateFunction>({ max: MAX_COMPILED });

  const compile = (property: TemplateProperty): ValidateFunction => {
    const key = JSON.stringify([property.schema, property.schemaExtension]);
    const known = compiled.get(key);
    if (known) return known;
    const { $id: _id, ...schema } = schemas.find(property.schema) ?? {};
    const made = ajv.compile({ allOf: [schema, property.schemaExtension] });
    compiled.set(key, made);
    return made;
  };

  return (property) => {
    let validate: ValidateFunction | undefined;
    return (data) => {
      // Compiled when first asked for: a template has many properties of which few are ever written.
      validate ??= compile(property);
      return validate(data) ? undefined : reasonOf(validate);
    };
  };
}

function reasonOf({ errors }: ValidateFunction): string {
  const error = errors?.find((candidate) => candidate.keyword !== 'if') ?? errors?.[0];
  return `${error?.instancePath ?? ''} ${error?.message ?? 'is not valid'}`.trim();
}
