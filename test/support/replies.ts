import assert from 'node:assert/strict';
import { ErrorBody, type ErrorName, errors, isStorableText } from '@azulejo/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const ajv = new Ajv2020({ strict: false, formats: { 'storable-text': isStorableText } });
addFormats.default(ajv);

/** Compiling a schema takes milliseconds, and thousands of replies are errors, which share one. */
const compiled = new WeakMap<object, ValidateFunction>();

/** Throws unless `value` matches the schema and has no other members. */
export function assertExact(schema: object, value: unknown): void {
  const validate = compiled.get(schema) ?? ajv.compile(closed(JSON.parse(JSON.stringify(schema))) as object);
  compiled.set(schema, validate);
  assert.ok(validate(value), ajv.errorsText(validate.errors));
}

/** Returns the same schema, which rejects members that it does not name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([name, value]): [string, unknown] => [name, closed(value)]);
  const isObject = 'type' in schema && schema.type === 'object' && 'properties' in schema;
  return { ...Object.fromEntries(entries), ...(isObject ? { additionalProperties: false } : {}) };
}

/** Throws unless the response is this error in the format of all errors. */
export async function assertApiError(response: Response, kind: ErrorName): Promise<ErrorBody> {
  const text = await response.text();
  const { status, code } = errors[kind];
  assert.equal(response.status, status, `expected ${kind}, got: ${text}`);
  const body = JSON.parse(text) as ErrorBody;
  assertExact(ErrorBody, body);
  assert.equal(body.code, code, text);
  assert.equal(body.status, status);
  assert.equal(body.type, `urn:azulejo:error:${kind}`);
  assert.equal(body.request_id, response.headers.get('x-request-id'));
  assert.equal(response.headers.get('x-error'), String(code));
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.match(response.headers.get('content-type') ?? '', /^application\/json(;|$)/);
  return body;
}

/** Returns the JSON body of a 200. */
export async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text) as T;
}
