import type { TemplateProperty } from '@azulejo/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { LRUCache } from 'lru-cache';
import type { ValueSchemas } from '../../devices/templates/index.ts';

/** A large catalogue has a few hundred different schemas; each takes some kilobytes when compiled. */
const MAX_COMPILED = 1000;
/** Decimal places to round to: in binary fractions, 0.3 is 2.9999999999999996 times 0.1. */
const MULTIPLE_OF_DECIMALS = 6;

/** Returns why the data is not a valid value, or undefined when it is valid. */
export type ValueCheck = (data: unknown) => string | undefined;

/** Creates the check of a property: its schema, narrowed by its `schemaExtension`. */
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
      // Compiled at first use, since most properties are never written; only the bounded cache keeps the
      // result.
      key ??= JSON.stringify([property.schema, property.schemaExtension]);
      const validate = validatorAt(key, property);
      return validate(data) ? undefined : reasonOf(validate);
    };
  };
}

/**
 * Compiles with a separate instance, because Ajv keeps everything it compiled as long as the instance lives.
 */
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
