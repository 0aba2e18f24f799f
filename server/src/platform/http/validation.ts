import { type FieldError, isStorableText } from '@azulejo/contract';
import { isJsonObject, type JsonObject } from '@azulejo/model';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type TObject, type TSchema, Type } from 'typebox';
import { ApiError } from '../api-error.ts';
import { hasMoreParts } from '../has-more-parts.ts';
import { ownTurn } from '../short-turns.ts';

type Source = 'text' | 'json';

/**
 * Queries and forms carry only strings, so their values are coerced. JSON has types, so its values are not.
 */
const validators = {
  first: { text: createAjv(true, false), json: createAjv(false, false) },
  all: { text: createAjv(true, true), json: createAjv(false, true) },
};

/** `first` stops at the first error, so that a wrong value costs no more than a right one. */
type Errors = keyof typeof validators;

function createAjv(coerceTypes: boolean, allErrors: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    coerceTypes,
    allErrors,
    discriminator: true,
    // Errors of unions are explained by the schema and the value.
    verbose: true,
    strict: false,
    // Optimized code is hardly faster, and takes twice as long to compile.
    code: { optimize: false },
    // Unknown members are ignored but not removed: a handler reads only the members that its operation names.
    removeAdditional: false,
    // A test validates the contract's schemas against the meta-schema. Compiling it here would delay the
    // first request.
    meta: false,
    validateSchema: false,
  });
  addFormats.default(ajv);
  ajv.addFormat('storable-text', isStorableText);
  return ajv;
}

/** A larger value is told its first error only, because looking for all of them takes time. */
const MAX_EXPLAINED_PARTS = 400;

/**
 * Validates the members of a query or a body. Throws `invalid_request` with each invalid field and the
 * reason, or with the first one of a large value.
 */
export type InputValidator = ((value: Record<string, unknown>, source: Source) => void) & {
  /** Whether compiling the schema takes so long that it must not happen in one turn of the event loop. */
  readonly isLarge: boolean;
};

export function inputValidator(members: TObject): InputValidator {
  const parts = partsOf(members, []);
  const isLarge = parts.length > 1;
  if (isLarge) for (const { schema } of parts) uncompiled.add(schema);
  const validate = (value: Record<string, unknown>, source: Source): void => {
    const errors = errorsOf(parts, value, 'first', source);
    if (errors.length === 0) return;
    const explained = hasMoreParts(value, MAX_EXPLAINED_PARTS)
      ? errors
      : errorsOf(parts, value, 'all', source);
    throw new ApiError('invalid_request', { fields: fieldErrors(explained) });
  };
  return Object.assign(validate, { isLarge });
}

/** Compiling a schema with fewer parts takes a few milliseconds. */
const MAX_SMALL_PARTS = 500;

const isLarge = (schema: TSchema): boolean => hasMoreParts(schema, MAX_SMALL_PARTS);

/** A schema of the value at a path of names, such as `definition` and `then`; of the whole value at an empty one. */
type Part = { readonly path: readonly string[]; readonly schema: TSchema };

/** Returns schemas that together say the same: no large member is in the same one as another. */
function partsOf(members: TObject, path: readonly string[]): Part[] {
  const large = Object.entries(members.properties).filter(([, schema]) => isLarge(schema));
  const open = Object.fromEntries(large.map(([name]) => [name, Type.Unknown()]));
  const inner = large.flatMap(([name, schema]): Part[] =>
    Type.IsObject(schema)
      ? partsOf(schema, [...path, name])
      : [{ path: [...path, name], schema: onlyOne(schema) }],
  );
  const outer = large.length === 0 ? members : { ...members, properties: { ...members.properties, ...open } };
  return [{ path, schema: onlyOne(outer) }, ...inner];
}

/** Large schemas by their texts: several operations have the same one, which is compiled once. */
const largeSchemas = new Map<string, TSchema>();

function onlyOne(schema: TSchema): TSchema {
  if (!isLarge(schema)) return schema;
  const text = JSON.stringify(schema);
  const same = largeSchemas.get(text) ?? schema;
  largeSchemas.set(text, same);
  return same;
}

const uncompiled = new Set<TSchema>();

/**
 * Compiles the parts of large schemas, each in a turn of the event loop of its own. It is done for the first request
 * that needs one of them, because they take memory. The smallest are first, as the compiler itself is slow at first.
 */
export async function compileLargeSchemas(): Promise<void> {
  const sizes = new Map([...uncompiled].map((schema) => [schema, JSON.stringify(schema).length]));
  for (const [schema] of [...sizes].sort(([, one], [, other]) => one - other)) {
    if (!uncompiled.delete(schema)) continue;
    await ownTurn();
    validatorOf(schema, 'first', 'json');
    // The request that waited for the last one gets a turn of its own, too.
    if (uncompiled.size === 0) await ownTurn();
  }
}

function errorsOf(
  parts: readonly Part[],
  value: unknown,
  errors: Errors,
  source: Source,
): readonly ErrorObject[] {
  const found: ErrorObject[] = [];
  for (const { path, schema } of parts) {
    const inner = valueAt(value, path);
    if (inner === undefined) continue;
    const validate = validatorOf(schema, errors, source);
    if (validate(inner)) continue;
    const own = validate.errors ?? [];
    const prefix = path.map((name) => `/${name}`).join('');
    found.push(...own.map((error) => ({ ...error, instancePath: `${prefix}${error.instancePath}` })));
    if (errors === 'first') break;
  }
  return found;
}

/** Returns the value at a path, or undefined where the value has no such member. */
const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Ajv caches what it compiled for its whole lifetime, so several servers of a process share an instance. */
const compiled: Readonly<Record<Errors, Readonly<Record<Source, WeakMap<TSchema, ValidateFunction>>>>> = {
  first: { text: new WeakMap(), json: new WeakMap() },
  all: { text: new WeakMap(), json: new WeakMap() },
};

function validatorOf(schema: TSchema, errors: Errors, source: Source): ValidateFunction {
  const known = compiled[errors][source].get(schema);
  if (known) return known;
  const validate = validators[errors][source].compile({ ...schema });
  compiled[errors][source].set(schema, validate);
  return validate;
}

/** The keywords of errors that cover all branches of a union. */
const UNION = { types: 'unionTypes', members: 'unionMembers' } as const;

/** An error, and for a union without a discriminator the errors of its branches. */
type Node = { readonly error: ErrorObject; readonly parts: readonly Node[] };

/** Groups errors in one pass: Ajv returns the errors of a union's branches directly before that of the union. */
function toNodes(found: readonly ErrorObject[]): Node[] {
  const nodes: Node[] = [];
  for (const error of found) {
    const isUnion = error.keyword === 'anyOf';
    const last = isUnion ? nodes.findLastIndex((node) => !isPartOf(node.error, error)) : nodes.length;
    nodes.push({ error, parts: nodes.splice(last + 1) });
  }
  return nodes;
}

const isPartOf = (error: ErrorObject, { schemaPath, instancePath }: ErrorObject): boolean =>
  error.schemaPath.startsWith(`${schemaPath}/`) &&
  (error.instancePath === instancePath || error.instancePath.startsWith(`${instancePath}/`));

/**
 * Returns the errors of the branch of a union that has the type of the value and, for an object, whose first required
 * member the value has. If there is none, returns one error that names the choices.
 */
function explain({ error, parts }: Node): ErrorObject[] {
  if (error.keyword !== 'anyOf') return [error];
  const branches = (error.schema as JsonObject[]).map((schema, index) => {
    const path = `${error.schemaPath}/${index}/`;
    const nodes = parts.filter((part) => part.error.schemaPath.startsWith(path));
    const own = (keyword: string) =>
      nodes.map((node) => node.error).filter(({ schemaPath }) => schemaPath === path + keyword);
    return { schema, nodes, own, first: (schema['required'] as string[] | undefined)?.[0] };
  });
  const ofType = branches.filter(({ own }) => own('type').length === 0);
  if (ofType.length === 0) {
    const types = [...new Set(branches.map(({ schema }) => String(schema['type'])))];
    const constants = branches.flatMap(({ own }) => own('const'));
    return constants.length > 0 ? constants : [{ ...error, keyword: UNION.types, params: { types } }];
  }
  const { data } = error;
  const meant = ofType.filter(
    ({ first }) => first === undefined || (isJsonObject(data) && Object.hasOwn(data, first)),
  );
  if (meant.length > 0) return meant.flatMap(({ nodes }) => nodes.flatMap(explain));
  const members = [...new Set(ofType.map(({ first }) => first))];
  return [{ ...error, keyword: UNION.members, params: { members } }];
}

/** Returns one entry per field. The value itself is never repeated, because it may be a secret. */
function fieldErrors(found: readonly ErrorObject[]): FieldError[] {
  const byField = Map.groupBy(toNodes(found).flatMap(explain), fieldOf);
  return [...byField].map(([field, errors]) => ({ field, reason: firstReasonOf(errors) }));
}

/**
 * Returns the first reason. A union of constants fails once per constant, so these become one list of
 * choices.
 */
function firstReasonOf(errors: readonly ErrorObject[]): string {
  const choices = errors
    .filter(({ keyword }) => keyword === 'const')
    .map(({ params }) => params['allowedValue']);
  if (choices.length > 1) return `must be one of ${choices.join(', ')}`;
  return errors.map(reasonOf)[0] ?? 'is not valid';
}

function fieldOf(error: ErrorObject): string {
  const parent = error.instancePath.slice(1).replaceAll('/', '.');
  const missing = missingIn(error);
  if (missing === undefined) return parent || 'body';
  return parent ? `${parent}.${missing}` : missing;
}

/** Returns the member that an object lacks, or that does not name one of its kinds. */
function missingIn({ keyword, params }: ErrorObject): string | undefined {
  if (keyword === 'required') return String(params['missingProperty']);
  return keyword === 'discriminator' ? String(params['tag']) : undefined;
}

/** Returns the kinds of which a value must be one. */
function kindsOf({ parentSchema, params }: ErrorObject): unknown[] {
  const kinds = (parentSchema?.['oneOf'] ?? []) as { properties: Record<string, JsonObject> }[];
  return kinds.map(({ properties }) => properties[String(params['tag'])]?.['const']);
}

function reasonOf(error: ErrorObject): string {
  switch (error.keyword) {
    case 'discriminator':
      return `must be one of ${kindsOf(error).join(', ')}`;
    case 'required':
      return 'is required';
    case 'type':
      return `must be ${typeNames([error.params['type']])}`;
    case UNION.types:
      return `must be ${typeNames(error.params['types'])}`;
    case UNION.members:
      return `must have one of: ${(error.params['members'] as string[]).join(', ')}`;
    case 'enum':
      return `must be one of ${(error.params['allowedValues'] as unknown[]).join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(error.params['allowedValue'])}`;
    case 'format':
      return error.params['format'] === 'storable-text'
        ? 'must not contain U+0000 or an unpaired surrogate'
        : `must be a valid ${String(error.params['format'])}`;
    case 'maxLength':
      return `must be at most ${String(error.params['limit'])} characters long`;
    case 'minLength':
      return error.params['limit'] === 1
        ? 'must not be empty'
        : `must be at least ${String(error.params['limit'])} characters long`;
    default:
      return error.message ?? 'is not valid';
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

const typeNames = (types: unknown): string =>
  [types]
    .flat(2)
    .map((type) => TYPE_NAMES[String(type)] ?? String(type))
    .join(' or ');
