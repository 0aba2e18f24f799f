import type { TemplateProperty } from '@azulejo/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { LRUCache } from 'lru-cache';
import type { ValueSchemas } from '../../devices/templates/index.ts';

/** A few hundred compiled schemas differ in a large catalogue; each takes some kilobytes. */
const MAX_COMPILED = 1000;
/** 0.3 is a multiple of 0.1, although binary fractions say that it is 2.9999999999999996 times as much. */
const MULTIPLE_OF_DECIMALS = 6;

/** Why the data cannot be a value, or undefined when it can. */
export type ValueCheck = (data: unknown) => string | undefined;

/** Makes the check of a property: its schema, narrowed by its `schemaExtension`. */
export function createValueValidator(
  schemas: Pick<ValueSchemas, 'find'>,
  maxCompiled = MAX_COMPILED,
): (property: TemplateProperty) => ValueCheck {
  const compiled = new LRUCache<string, ValidateFunction>({ max: maxCompiled });

  function validatorAt(key: string, { schema: name, schemaExtension }: TemplateProperty): ValidateFunction {
    const known = compiled.get(key);
    if (known) return known;
    const { $id: _id, ...schema } = schemas.find(name) ?? {};
    const made = compile({ allOf: [schema, schemaExtension] });
    compiled.set(key, made);
    return made;
  }

  return (property) => {
    let key: string | undefined;
    return (data) => {
      // Compiled when first needed, since most properties are never written, and held by the cache alone, which is bounded.
      key ??= JSON.stringify([property.schema, property.schemaExtension]);
      const validate = validatorAt(key, property);
      return validate(data) ? undefined : reasonOf(validate);
    };
  };
}

/** Compiles with an instance of its own: Ajv keeps what it compiled for as long as the instance lives. */
function compile(schema: object): ValidateFunction {
  // Templates are checked against the meta-schema when they are imported.
  const ajv = new Ajv2020({
    strict: false,
    meta: false,
    validateSchema: false,
    multipleOfPrecision: MULTIPLE_OF_DECIMALS,
  });
  addFormats.default(ajv);
  return ajv.compile(schema);
}

function reasonOf({ errors }: ValidateFunction): string {
  const error = errors?.find((candidate) => candidate.keyword !== 'if') ?? errors?.[0];
  return `${error?.instancePath ?? ''} ${error?.message ?? 'is not valid'}`.trim();
}
