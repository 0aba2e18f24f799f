import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Type } from 'typebox';
import { errors } from '../errors.ts';
import { operations, possibleErrors } from '../operations.ts';
import { type OpenApiDocument, openapiDocument } from './openapi.ts';
import type { Response } from './openapi-response.ts';
import { refer } from './openapi-schema.ts';

const options = { url: 'http://127.0.0.1:8480', version: '0.1.0' };
const document = openapiDocument(operations, options);

const at = (path: string, method: string) => {
  const found = document.paths[path]?.[method];
  assert.ok(found, `${method} ${path} is in the document`);
  return found;
};

/** The answer with this status, followed to where it is shared. */
const answerOf = (path: string, method: string, status: number): Response | undefined => {
  const response = at(path, method).responses[status];
  if (response === undefined || !('$ref' in response)) return response;
  return document.components.responses[response.$ref.replace('#/components/responses/', '')];
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

test('describes every binding under a unique id', () => {
  const ids = operations.flatMap(({ bindings }) =>
    bindings.map((binding) => at(binding.path, binding.method.toLowerCase()).operationId),
  );
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(at('/v3/auth/authorize', 'post').operationId, 'auth.authorize');
  assert.equal(at('/v3/auth/authorize', 'get').operationId, 'auth.authorize.get');
});

test('every operation has a described tag, and every reference a target', () => {
  const tags = new Set(document.tags.map(({ name }) => name));
  const { schemas, responses, examples } = document.components;
  const targets = new Set(
    Object.entries({ schemas, responses, examples }).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `#/components/${kind}/${name}`),
    ),
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
    references.filter((reference) => !targets.has(reference)),
    [],
  );
});

test('every reply and every possible error is listed, with its code in an example', () => {
  for (const operation of operations) {
    for (const { path, method } of operation.bindings) {
      assert.ok(answerOf(path, method.toLowerCase(), operation.status)?.content, operation.id);
      for (const name of possibleErrors(operation)) {
        const text = JSON.stringify(answerOf(path, method.toLowerCase(), errors[name].status));
        assert.match(text, new RegExp(`/examples/${name}(\\.oauth)?"`), operation.id);
      }
    }
  }
});

test('refusals are written once and referred to', () => {
  const answers = Object.values(document.paths).flatMap((path) =>
    Object.values(path).flatMap(({ responses }) => Object.entries(responses)),
  );
  const refusals = answers.filter(([status]) => Number(status) >= 400);
  assert.ok(refusals.every(([, response]) => '$ref' in response));
  const { responses, examples } = document.components;
  assert.ok(responses['method_not_allowed'] && responses['unknown_path'], 'errors that no operation returns');
  assert.ok(Object.keys(responses).length * 10 < refusals.length);
  for (const [key, example] of Object.entries(examples))
    assert.ok(key.replace('.oauth', '') in errors && 'value' in example, key);
});

test('RFC 6749 members are in the errors of the auth endpoints only', () => {
  const bodyOf = (path: string) => {
    const json = answerOf(path, 'post', 400)?.content?.['application/json'];
    const { $ref } =
      (json as { examples: Record<string, { $ref: string }> }).examples['invalid_request'] ?? {};
    return JSON.stringify(document.components.examples[$ref?.replace('#/components/examples/', '') ?? '']);
  };
  assert.match(bodyOf('/v3/auth/authorize'), /"error":"invalid_request"/);
  assert.match(bodyOf('/v3/legacy/account'), /"code":1000/);
  assert.doesNotMatch(bodyOf('/v3/legacy/account'), /"error":/);
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
  const signIn = (status: number) => answerOf('/v3/auth/authorize', 'post', status);
  assert.ok(signIn(303)?.headers?.['Location']);
  assert.ok(signIn(401)?.headers?.['X-Error']);
  assert.ok(signIn(429)?.headers?.['Retry-After']);
  const read = (status: number) => answerOf('/v3/users/{user_id}', 'get', status);
  assert.ok(read(200)?.headers?.['ETag'] && read(304));
  assert.equal(read(303), undefined);
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

test('says which right an operation needs, and whether guests may call it', () => {
  const tiles = at('/v3/legacy/users/{user_id}/tiles', 'get');
  assert.deepEqual([tiles['x-needs'], tiles['x-guests']], ['view', 'filtered']);
  assert.match(tiles.description, /Needs the right `view`\./);
  const energy = at('/v3/users/{user_id}/energy', 'get');
  assert.deepEqual([energy['x-needs'], energy['x-guests']], ['history', undefined]);
  assert.equal(at('/v3/managers/{manager_id}', 'get')['x-needs'], undefined);
});
