import type { AnyOperation, Binding, FieldError } from '@azulejo/contract';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ApiError, invalidField } from '../api-error.ts';
import { didYouMean } from '../nearest-name.ts';
import { FORM_TYPE } from './form-fields.ts';
import { inputValidator } from './validation.ts';

const NO_MEMBERS = Type.Object({});

/** No schema has as many, and reading all members of a body at the limit of its bytes takes time. */
const MAX_MEMBERS = 1_000;

type Members = Record<string, unknown>;

/**
 * Returns a function that reads and validates the input of a call from its path, query and body. `isLarge` is that of
 * the validator.
 */
export function createReadInput(operation: AnyOperation) {
  const validateInput = inputValidator(operation.input);
  // Members that are sent in the query in addition to a body.
  const validateQuery = inputValidator(operation.query ?? NO_MEMBERS);
  const queryNames = Object.keys(operation.query?.properties ?? {});
  const names = [operation.input, operation.params, operation.query ?? NO_MEMBERS].flatMap(({ properties }) =>
    Object.keys(properties),
  );
  const known = new Set(names);

  function readQuery(request: FastifyRequest): Members {
    const query = onceEach(request.query as Members);
    request.warnings = unknownNames(query, known);
    validateInput(query, 'text');
    return query;
  }

  function readBody(request: FastifyRequest, binding: Binding): Members {
    const { body, isForm } = membersOf(request, binding);
    const members = isForm ? onceEach(body) : { ...body };
    const query = onceEach(request.query as Members);
    request.warnings = [...unknownNames(query, known), ...unknownNames(members, known)];
    validateInput(members, isForm ? 'text' : 'json');
    if (queryNames.length === 0) return members;
    validateQuery(query, 'text');
    // A query member found in the body is unvalidated, so only the value from the query is used.
    return Object.assign(members, Object.fromEntries(queryNames.map((name) => [name, query[name]] as const)));
  }

  function readInput(request: FastifyRequest, binding: Binding): Members {
    const params = request.params as Record<string, string>;
    switch (binding.input) {
      // The handler of a list parses the query itself (`list-query.ts`).
      case 'list':
        return { ...params };
      case 'image':
        request.warnings = unknownNames(request.query as Members, new Set(Object.keys(params)));
        return { ...params };
      case 'query':
        return Object.assign(readQuery(request), params);
      default:
        return Object.assign(readBody(request, binding), params);
    }
  }
  return Object.assign(readInput, { isLarge: validateInput.isLarge });
}

/** Returns the members of a body. Throws an ApiError when it is no object, or of another content type. */
function membersOf(request: FastifyRequest, binding: Binding): { body: Members; isForm: boolean } {
  const contentType = request.headers['content-type'];
  // Fastify parses plain text by default, but no operation accepts it.
  if (contentType?.startsWith('text/plain')) throw new ApiError('unsupported_media_type');
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw new ApiError('malformed_body', { detail: 'The body must be a JSON object.' });
  }
  let count = 0;
  for (const _name in body) {
    count += 1;
    if (count > MAX_MEMBERS) throw invalidField('body', `must not have more than ${MAX_MEMBERS} members`);
  }
  const isForm = contentType?.startsWith(FORM_TYPE) ?? false;
  if (isForm && binding.input !== 'json-or-form') throw new ApiError('unsupported_media_type');
  return { body: body as Members, isForm };
}

/** Returns a copy. Throws `invalid_request` when a parameter is repeated (RFC 6749 3.2). */
function onceEach(members: Readonly<Members>): Members {
  for (const [name, value] of Object.entries(members)) {
    if (Array.isArray(value)) {
      throw invalidField(name, 'must not be repeated');
    }
  }
  return { ...members };
}

const MAX_NAMED = 10;
/** A name that looks different could be a secret at the wrong place. */
const NAMEABLE = /^[a-z][a-z0-9_.-]{0,39}$/i;

/**
 * Returns a warning for each member that an operation does not know, with the nearest that it knows, and for at
 * most ten. They are ignored, because known clients send more than is documented (README.md).
 */
function unknownNames(members: Readonly<Record<string, unknown>>, known: ReadonlySet<string>): FieldError[] {
  const warnings: FieldError[] = [];
  for (const field in members) {
    if (known.has(field) || !NAMEABLE.test(field)) continue;
    warnings.push({ field, reason: `is not known${didYouMean(field, known)}` });
    if (warnings.length === MAX_NAMED) break;
  }
  return warnings;
}
