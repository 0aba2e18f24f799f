import { ServiceFile } from '@azulejo/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { invalidField } from '../../platform/problem.ts';

let compiled: ValidateFunction | undefined;

/** Compiles the schema when it is first needed: only the command line imports services. */
function validator(): ValidateFunction {
  if (compiled) return compiled;
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  compiled = ajv.compile({ ...ServiceFile, additionalProperties: false });
  return compiled;
}

/** Throws `invalid_request` naming the first invalid member. */
export function checkService(definition: unknown): asserts definition is ServiceFile {
  const validate = validator();
  if (validate(definition)) return;
  const error = validate.errors?.[0];
  const path = error?.instancePath.slice(1).replaceAll('/', '.') ?? '';
  const unknown = error?.keyword === 'additionalProperties' ? error.params['additionalProperty'] : undefined;
  if (typeof unknown === 'string') throw invalidField(unknown, 'is not a member of a service');
  throw invalidField(path || 'service', error?.message ?? 'is not valid');
}
