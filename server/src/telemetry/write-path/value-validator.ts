import type { TemplateProperty } from '@azulejo/contract';
import { isJsonObject, type JsonObject } from '@azulejo/model';
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

/** The checks of a property's values. */
export type ValueChecks = {
  /** Checks a value that is to be set: the property's schema, narrowed by its `schemaExtension`. */
  readonly ofWrites: ValueCheck;
  /**
   * Checks a value that is reported: the schema and the types of members. The extension's ranges, steps and
   * choices say what can be set; devices report other values, which are true all the same.
   */
  readonly ofReports: ValueCheck;
};

/** Creates the checks of properties. */
export function createValueValidator(
  schemas: Pick<ValueSchemas, 'find'>,
  maxCompiled = MAX_COMPILED,
): (property: TemplateProperty) => ValueChecks {
  const compiled = new LRUCache<string, ValidateFunction>({ max: maxCompiled });

  function validatorAt(key: string, { schema: name, schemaExtension }: Narrowed): ValidateFunction {
    const known = compiled.get(key);
    if (known) return known;
    const { $id: _id, ...schema } = schemas.find(name) ?? {};
    const made = compile({ allOf: [schema, schemaExtension] });
    compiled.set(key, made);
    return made;
  }

  function checkOf(property: Narrowed): ValueCheck {
    let key: string | undefined;
    return (data) => {
      // Compiled at first use, since most properties are never written; only the bounded cache keeps the
      // result.
      key ??= JSON.stringify([property.schema, property.schemaExtension]);
      const validate = validatorAt(key, property);
      return validate(data) ? undefined : reasonOf(validate);
    };
  }

  return ({ schema, schemaExtension }) => ({
    ofWrites: checkOf({ schema, schemaExtension }),
    ofReports: checkOf({ schema, schemaExtension: typesOf(schemaExtension) }),
  });
}

type JsonSchema = JsonObject;
type Narrowed = { readonly schema: string; readonly schemaExtension: JsonSchema };

/** Returns the keywords that say of which type a value, its members and its items are. */
function typesOf({ type, properties, items }: JsonSchema): JsonSchema {
  const members = isJsonObject(properties) ? Object.entries(properties) : [];
  return {
    ...(type === undefined ? {} : { type }),
    ...(members.length === 0
      ? {}
      : {
          properties: Object.fromEntries(
            members.map(([name, member]) => [name, isJsonObject(member) ? typesOf(member) : {}]),
          ),
        }),
    ...(isJsonObject(items) ? { items: typesOf(items) } : {}),
  };
}

/**
 * Compiles with a separate instance, because Ajv caches everything it compiled for the instance's lifetime.
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
