import { ChannelTemplate, type FieldError } from '@azulejo/contract';
import { isJsonObject } from '@azulejo/model';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { nearestName } from '../../platform/nearest-name.ts';

/** Unknown members of an object that are compared with a missing one. */
const MAX_COMPARED = 20;

let compiled: ValidateFunction | undefined;

/** Compiles at first use: this takes longer than the rest of a start, and few processes check templates. */
function validator(): ValidateFunction {
  if (compiled) return compiled;
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true });
  addFormats.default(ajv);
  compiled = ajv.compile(ChannelTemplate);
  return compiled;
}

/** Returns an error for every member that is missing or has the wrong type. */
export function findShapeErrors(template: unknown): FieldError[] {
  const validate = validator();
  return validate(template) ? [] : (validate.errors ?? []).map(toFieldError);
}

/** Describes patterns in words, by member. */
const patterns: Readonly<Record<string, string>> = {
  kind: 'must be of a-z, 0-9 and -',
  schema: 'must be of a-z, 0-9 and -',
  picture: 'must be the name of a picture, such as plug.png, or a URL',
  tilePicture: 'must be the name of a picture, such as plug.png, or a URL',
};

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function toFieldError(error: ErrorObject): FieldError {
  const parent = error.instancePath
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
  if (error.keyword !== 'required') return { field: parent || 'template', reason: reasonOf(error, parent) };
  const missing = String(error.params['missingProperty']);
  const field = parent === '' ? missing : `${parent}.${missing}`;
  return { field, reason: `is required${misspelt(missing, error)}` };
}

/** Names a member of the object that the required one was probably meant to be. */
function misspelt(missing: string, { data, parentSchema }: ErrorObject): string {
  const known = Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {});
  const others = Object.keys(isJsonObject(data) ? data : {}).filter((name) => !known.includes(name));
  const nearest = nearestName(missing, others.slice(0, MAX_COMPARED));
  return nearest === undefined ? '' : `; is ${nearest.slice(0, 40)} misspelt?`;
}

function reasonOf({ keyword, params, message }: ErrorObject, path: string): string {
  switch (keyword) {
    case 'type':
      return `must be ${kinds[String(params['type'])] ?? params['type']}`;
    case 'enum':
      return `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    case 'format':
      return `must be a ${String(params['format']).toUpperCase()}`;
    case 'minLength':
      return 'must not be empty';
    case 'maxLength':
      return `must be at most ${params['limit']} characters long`;
    case 'minItems':
      return 'must not be empty';
    case 'pattern':
      return patterns[path.split('.').at(-1) ?? ''] ?? message ?? 'is not valid';
    default:
      return message ?? 'is not valid';
  }
}
