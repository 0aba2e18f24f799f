import { ChannelTemplate, type FieldError } from '@azulejo/contract';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

let compiled: ValidateFunction | undefined;

/** Compiles at first use: this takes longer than the rest of a start, and few processes check templates. */
function validator(): ValidateFunction {
  if (compiled) return compiled;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
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
  return { field: parent === '' ? missing : `${parent}.${missing}`, reason: 'is required' };
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
      return `must be a ${params['format']}`;
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
