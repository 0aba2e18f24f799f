import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newApplication, newPerson } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

async function setUp({ start }: Stage) {
  const platform = await start();
  const application = await newApplication(platform);
  return { platform, person: await newPerson(platform, application) };
}

const paths = [
  '/healthz',
  '/v3/users/me',
  '/units/units_table.json',
  '/images/user.png',
  '/nothing',
  '/docs/',
];

onSqlite('security headers', setUp, (scene) => {
  it('sends security headers with every response, whatever its status', async () => {
    for (const path of paths) {
      const { headers } = await rawRequest(scene().platform, path);
      assert.equal(headers['x-content-type-options'], 'nosniff', path);
      assert.equal(headers['referrer-policy'], 'no-referrer', path);
      assert.match(String(headers['content-security-policy']), /default-src 'none'/, path);
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/, path);
      assert.equal(headers['cross-origin-resource-policy'], 'cross-origin', path);
      assert.match(headers['x-request-id']?.toString() ?? '', /^[0-9a-f-]{36}$/, path);
      assert.equal(headers['x-powered-by'], undefined);
      assert.equal(headers['server'], undefined);
    }
  });

  it('omits HSTS on a server without TLS', async () => {
    const { headers } = await rawRequest(scene().platform, '/healthz');
    assert.equal(headers['strict-transport-security'], undefined);
  });

  it('keeps personal data out of shared caches and secrets out of all caches', async () => {
    const { platform, person } = scene();
    const expected = {
      '/v3/users/me': 'private, no-cache',
      '/v3/legacy/users/me/channels': 'private, no-cache',
      '/v3/legacy/users/me/tiles': 'private, no-cache',
      '/v3/tokens/unknown': 'no-store',
      '/v3/auth/authorize?client_id=x&response_type=password&username=a&password=b': 'no-store',
    };
    for (const [path, cacheControl] of Object.entries(expected)) {
      const response = await platform.request(path, { token: person.token });
      await response.arrayBuffer();
      assert.equal(response.headers.get('cache-control'), cacheControl, path);
    }
  });
});
