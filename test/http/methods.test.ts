import assert from 'node:assert/strict';
import { it } from 'node:test';
import { operations, portalOperations } from '@azulejo/contract';
import { rawRequest } from '../support/raw-request.ts';
import { assertApiError } from '../support/replies.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const setUp = async ({ start }: Stage) => ({ platform: await start() });

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Each path of the contract with its methods. */
const paths = [
  ...Map.groupBy(
    [...operations, ...portalOperations].flatMap((operation) => operation.bindings),
    (binding) => binding.path.replaceAll(/\{\w+\}/g, 'me'),
  ),
].map(([path, bindings]) => ({ path, methods: bindings.map((binding): string => binding.method) }));

onSqlite('HTTP methods and paths', setUp, (scene) => {
  for (const { path, methods } of paths) {
    const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];

    it(`${path} takes ${methods.join(' and ')}, others are 405 with Allow (RFC 9110 15.5.6)`, async () => {
      const { platform } = scene();
      for (const method of METHODS.filter((one) => !methods.includes(one))) {
        const response = await platform.request(path, { method });
        assert.deepEqual(response.headers.get('allow')?.split(', ').toSorted(), allowed.toSorted(), method);
        await assertApiError(response, 'method_not_allowed');
      }
    });

    it(`${path} returns the same with a trailing slash, without a redirect`, async () => {
      const { platform } = scene();
      const method = methods[0] ?? 'GET';
      const [plain, slashed] = await Promise.all(
        [path, `${path}/`].map((one) => platform.request(one, { method })),
      );
      assert.ok(plain && slashed);
      assert.equal(slashed.status, plain.status);
      assert.equal(slashed.headers.get('x-error'), plain.headers.get('x-error'));
      assert.notEqual(slashed.headers.get('x-error'), '2102');
      await Promise.all([plain.arrayBuffer(), slashed.arrayBuffer()]);
    });
  }

  it('returns 405 for HEAD where GET is not allowed, and counts it by its path', async () => {
    const { platform } = scene();
    const head = await rawRequest(platform, '/v3/legacy/account', { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers['allow']], [405, 'POST, OPTIONS']);
    const text = await (await platform.request('/metrics')).text();
    assert.match(text, /_count\{method="HEAD",route="\/v3\/legacy\/account",status="405"\} 1/);
  });

  it('returns 404 for an unknown path with any method', async () => {
    const { platform } = scene();
    for (const method of METHODS) {
      for (const path of ['/x', '/v3', '/v3/users', '/V3/users/me', '/v3//users/me', '/v4/users/me'])
        await assertApiError(await platform.request(path, { method }), 'unknown_path');
    }
  });

  it('returns 400 or 404 for an invalid address, never 500', async () => {
    const { platform } = scene();
    for (const path of ['/%', '/v3/users/%zz', '/v3/users/%ff', '/units/%c0%ae%c0%ae/x']) {
      const { status, headers } = await rawRequest(platform, path);
      assert.ok(status === 400 || status === 404, `${path}: ${status}`);
      assert.ok(headers['x-error'], path);
    }
  });

  it('returns the same headers for HEAD as for GET, with errors too', async () => {
    const { platform } = scene();
    for (const path of [
      '/healthz',
      '/units/units_table.json',
      '/schemas/v1/on-off',
      '/v3/users/me',
      '/none',
    ]) {
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => rawRequest(platform, path, { method })),
      );
      assert.ok(get && head);
      assert.equal(head.status, get.status, path);
      assert.equal(head.body.length, 0, path);
      for (const name of ['content-type', 'content-length', 'etag', 'x-error', 'cache-control'])
        assert.equal(head.headers[name], get.headers[name], `${name} of ${path}`);
    }
  });
});
