import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Type } from 'typebox';
import { type OpenApiDocument, openapiDocument } from './openapi.ts';
import { refer } from './openapi-schema.ts';
import { operations, possibleErrors } from './operations.ts';

const options = { url: 'http://127.0.0.1:8480', version: '0.1.0' };
const document = openapiDocument(operations, options);

const at = (path: string, method: string) => {
  const found = document.paths[path]?.[method];
  assert.ok(found, `${method} ${path} is in the document`);
  return found;
};

/** Every object in a JSON value. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const part of Object.values(value)) yield* objectsIn(part);
}

test('the document is valid by the OpenAPI 3.1 meta-schema', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  assert.equal(valid, true, JSON.stringify(errors, null, 2));
});

test('the validator refuses a broken document', async () => {
  const broken = { ...structuredClone(document), paths: { '/x': { get: { responses: 7 } } } };
  assert.equal((await new Validator().validate(broken)).valid, false);
});

test('every binding is described, under an id of its own', () => {
  const ids = operations.flatMap(({ bindings }) =>
    bindings.map((binding) => at(binding.path, binding.method.toLowerCase()).operationId),
  );
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(at('/v3/auth/authorize', 'post').operationId, 'auth.authorize');
  assert.equal(at('/v3/auth/authorize', 'get').operationId, 'auth.authorize.get');
});

test('every operation has a described tag, and every reference a target', () => {
  const tags = new Set(document.tags.map(({ name }) => name));
  const schemas = new Set(
    Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`),
  );
  for (const item of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    assert.ok(
      item.tags.every((tag) => tags.has(tag)),
      item.operationId,
    );
  }
  const references = [...objectsIn(document)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
  assert.ok(references.length > operations.length);
  assert.deepEqual(
    references.filter((reference) => !schemas.has(reference)),
    [],
  );
});

test('every reply and every possible error is listed, with its code in an example', () => {
  for (const operation of operations) {
    const { responses } = at(operation.bindings[0].path, operation.bindings[0].method.toLowerCase());
    assert.ok(responses[operation.status]?.content, operation.id);
    const text = JSON.stringify(responses);
    for (const name of possibleErrors(operation))
      assert.match(text, new RegExp(`urn:azulejo:error:${name}"`));
  }
});

test('RFC 6749 members stand in the errors of the auth endpoints only', () => {
  const example = (path: string) => JSON.stringify(at(path, 'post').responses['400']);
  assert.match(example('/v3/auth/authorize'), /"error":"invalid_request"/);
  assert.doesNotMatch(example('/v3/legacy/account'), /"error":/);
});

test('a body that may be JSON or a form lists both, and a query lists parameters instead', () => {
  const post = at('/v3/auth/authorize', 'post');
  const get = at('/v3/auth/authorize', 'get');
  assert.deepEqual(Object.keys((post.requestBody as { content: object }).content), [
    'application/json',
    'application/x-www-form-urlencoded',
  ]);
  assert.equal(get.requestBody, undefined);
  assert.deepEqual(
    get.parameters.map((parameter) => (parameter as { name: string }).name),
    Object.keys(operations.find(({ id }) => id === 'auth.authorize')?.input.properties ?? {}),
  );
});

test('headers and redirects are described where they occur', () => {
  const signIn = at('/v3/auth/authorize', 'post').responses;
  assert.ok(signIn['303']?.headers?.['Location']);
  assert.ok(signIn['401']?.headers?.['X-Error']);
  assert.ok(signIn['429']?.headers?.['Retry-After']);
  const read = at('/v3/users/{user_id}', 'get').responses;
  assert.ok(read['200']?.headers?.['ETag'] && read['304']);
  assert.equal(read['303'], undefined);
});

test('only what needs a token asks for one', () => {
  assert.deepEqual(at('/units/units_table.json', 'get').security, []);
  assert.deepEqual(at('/v3/users/{user_id}', 'get').security, [{ bearer: [] }, { oauth2Header: [] }]);
});

test('an origin that is set apart is named where it answers', () => {
  const apart: OpenApiDocument = openapiDocument(operations, {
    ...options,
    origins: { cdn: 'https://cdn.example.org' },
  });
  assert.deepEqual(apart.paths['/units/units_table.json']?.['get']?.servers, [
    { url: 'https://cdn.example.org' },
  ]);
  assert.equal(apart.paths['/v3/users/{user_id}']?.['get']?.servers, undefined);
});

test('two different schemas of one title are refused', () => {
  const components = new Map();
  refer(Type.Object({ a: Type.String() }, { title: 'Twin' }), components);
  assert.deepEqual(refer(Type.Object({ a: Type.String() }, { title: 'Twin' }), components), {
    $ref: '#/components/schemas/Twin',
  });
  assert.throws(() => refer(Type.Object({ b: Type.String() }, { title: 'Twin' }), components), /Twin/);
});
