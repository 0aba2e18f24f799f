import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type AnyOperation, type Binding, operations } from '@azulejo/contract';
import type { Caller } from '../security/callers.ts';
import { type Call, type Scene, setUpScene, toCall } from '../security/calls.ts';
import { expectedRefusal, type Named } from '../security/expectations.ts';
import { unsupported } from '../security/unsupported.ts';
import { findUndocumented } from '../support/documented.ts';
import { onEachEngine } from '../support/scene.ts';

const UNLIMITED = {
  RATE_LIMIT_ACCOUNTS_PER_ADDRESS: '10000',
  RATE_LIMIT_UPLOADS_PER_OWNER: '10000',
};

type Variant = { name: string; path: string; init: RequestInit };

/** Returns a caller who may call the operation, and what its path names in that call. */
function callerOf({ parties }: Scene, operation: AnyOperation): { caller: Caller; named: Named } {
  const places: Named[] = [{ user: 'me' }, { channel: parties.channels.device }, {}];
  for (const named of places) {
    const caller = parties.callers.find((one) => {
      const refusal = expectedRefusal(operation, one, parties, named);
      return refusal === undefined || (one.principal && refusal === unsupported[operation.id]?.refusal);
    });
    if (caller) return { caller, named };
  }
  throw new Error(`There is no caller for ${operation.id}.`);
}

/** Returns the same call with one thing wrong at a time. */
function variantsOf(operation: AnyOperation, binding: Binding, { path, init }: Call): Variant[] {
  const search = path.includes('?') ? '&' : '?';
  const variants: Variant[] = [
    { name: 'another revision', path, init: { ...init, headers: withMatch(init) } },
    { name: 'a repeated parameter', path: `${path}${search}a=1&a=2`, init },
    ...badPaths(binding, path).map((bad) => ({ name: `the path ${bad.slice(0, 80)}`, path: bad, init })),
  ];
  if (binding.method !== 'GET') variants.push(...badBodies(path));
  if (binding.input === 'image') return [...variants, largeImage(path)];
  const members = Object.keys(operation.input.properties);
  for (const name of [...members, ...Object.keys(operation.query?.properties ?? {})]) {
    const wrong = `${path}${search}${name}=%00&${name}=b`;
    variants.push({ name: `the wrong parameter ${name}`, path: wrong, init });
    variants.push({ name: `the odd parameter ${name}`, path: `${path}${search}${name}=~`, init });
    if (binding.method === 'GET') continue;
    for (const value of [{}, '\0', '~']) {
      const body = { ...readBody(init), [name]: value };
      variants.push({ ...json(path, JSON.stringify(body)), name: `${name}: ${JSON.stringify(value)}` });
    }
  }
  return variants;
}

const withMatch = (init: RequestInit): Headers => {
  const headers = new Headers(init.headers);
  headers.set('if-match', '"another"');
  return headers;
};

/** Returns the path with each parameter undecodable, with U+0000, unknown or too long. */
function badPaths({ path: template }: Binding, path: string): string[] {
  const names = template.split('/');
  const [pathname = ''] = path.split('?', 1);
  const parts = pathname.split('/');
  return names.flatMap((name, at) =>
    name.startsWith('{')
      ? ['%zz', '%00', 'unknown', 'x'.repeat(201)].map((bad) => parts.with(at, bad).join('/'))
      : [],
  );
}

const TYPES = ['text/plain', 'text/xml', 'application/x-www-form-urlencoded', 'image/png'];

function badBodies(path: string): Variant[] {
  return [
    ...['{"a":', '[]', '"x"', '7', '{}', `"${'x'.repeat(300_000)}"`].map((body) => json(path, body)),
    ...TYPES.map((type) => ({
      name: `a body of ${type}`,
      path,
      init: { headers: { 'content-type': type }, body: 'a=1&a=2' },
    })),
  ];
}

const largeImage = (path: string): Variant => ({
  name: 'a large image',
  path,
  init: { headers: { 'content-type': 'image/png' }, body: new Uint8Array(5 * 1024 * 1024 + 1) },
});

const json = (path: string, body: string): Variant => ({
  name: `the body ${body.slice(0, 20)}`,
  path,
  init: { headers: { 'content-type': 'application/json' }, body },
});

const readBody = ({ body }: RequestInit): object =>
  typeof body === 'string' ? (JSON.parse(body) as object) : {};

onEachEngine(
  'an operation',
  async ({ start, openDatabase }) =>
    setUpScene(await start({ environment: UNLIMITED }), await openDatabase()),
  (scene) => {
    const seen = new Set<number>();

    async function answer(caller: Caller | undefined, method: string, { name, path, init }: Variant) {
      const headers = new Headers(init.headers);
      for (const [header, value] of Object.entries(caller?.headers ?? {})) headers.set(header, value);
      const { url } = scene().platform;
      const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init, method, headers });
      await response.arrayBuffer();
      seen.add(response.status);
      const undocumented = findUndocumented(method, path, response);
      return undocumented === undefined
        ? []
        : [`${name.replaceAll('\0', '\\0')}: ${undocumented.slice(0, 200)}`];
    }

    for (const operation of operations) {
      for (const binding of operation.bindings) {
        it(`returns only documented errors for bad input: ${binding.method} ${binding.path}`, async () => {
          const { caller, named } = callerOf(scene(), operation);
          const call = await toCall(scene(), operation, binding, named, caller);
          const undocumented: string[] = [];
          for (const variant of variantsOf(operation, binding, call))
            undocumented.push(...(await answer(caller, binding.method, variant)));
          undocumented.push(...(await answer(undefined, binding.method, { name: 'no token', ...call })));
          assert.deepEqual(undocumented, []);
        });
      }
    }

    it('returned each documented error for bad input at least once', () => {
      assert.deepEqual(
        [400, 401, 404, 412, 413, 415].filter((status) => !seen.has(status)),
        [],
      );
    });
  },
  { engines: ['sqlite'] },
);
