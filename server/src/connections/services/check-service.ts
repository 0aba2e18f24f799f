import { type FieldError, ServiceFile } from '@azulejo/contract';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { ApiError } from '../../platform/api-error.ts';

let compiled: ValidateFunction | undefined;

/** Compiles the schema when it is first needed: only the command line imports services. */
function validator(): ValidateFunction {
  if (compiled) return compiled;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  compiled = ajv.compile({ ...ServiceFile, additionalProperties: false });
  return compiled;
}

/** A file with more mistakes than this is not a service. */
const MAX_NAMED = 20;

/** Throws `invalid_request` naming the invalid members. */
export function checkService(definition: unknown): asserts definition is ServiceFile {
  const validate = validator();
  if (validate(definition)) return;
  const named = new Map<string, FieldError>();
  // A value may break several rules of its schema; the first one is enough.
  for (const error of (validate.errors ?? []).map(toFieldError)) {
    if (!named.has(error.field)) named.set(error.field, error);
  }
  const fields = [...named.values()].slice(0, MAX_NAMED);
  throw new ApiError('invalid_request', { fields });
}

function toFieldError({ instancePath, keyword, params, message = 'is not valid' }: ErrorObject): FieldError {
  const path = instancePath.slice(1).replaceAll('/', '.');
  if (keyword === 'additionalProperties')
    return { field: String(params['additionalProperty']), reason: 'is not a member of a service' };
  return { field: path || 'service', reason: message };
}
