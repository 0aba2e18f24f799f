import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { startChild } from '../process/child.ts';
import { newApplication, newPerson } from '../support/people.ts';
import { replyHead } from '../support/reply-head.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const PAGE = '/widgets/c1a3e0f4-6a57-4d0b-8a43-2f4f6d6c9b70/archive';
const CALLBACK = 'https://shop.example/callback';

/** Headers that must not be spelled in another case: a known app compares names (ios-app 7.2, 9.2). */
const SPELT = ['ETag', 'X-Error', 'Location', 'Content-SHA256', 'Content-Type', 'Cache-Control'];

function assertSpelt(names: readonly string[], required: readonly string[]): void {
  for (const name of required) assert.ok(names.includes(name), `${name} in ${names.join(', ')}`);
  const others = names.filter((name) => !SPELT.includes(name));
  const lowered = SPELT.map((name) => name.toLowerCase());
  assert.deepEqual(
    others.filter((name) => lowered.includes(name.toLowerCase())),
    [],
  );
  assert.deepEqual(
    names.filter((name) => /^[a-z]/.test(name)),
    [],
  );
}

const setUp = async ({ start }: Stage) => {
  const platform = await start();
  const { token } = await newPerson(platform, await newApplication(platform));
  const distributor = await newApplication(platform, { type: 'distributor', redirectUris: [CALLBACK] });
  return { platform, token, distributor };
};

onSqlite('header names on the wire', setUp, (scene) => {
  const lists = ['channels', 'tiles', 'workers', 'shortcuts', 'cards', 'places', 'tags'];
  for (const list of lists) {
    it(`spells ETag of ${list} canonically, in a 200 and a 304`, async () => {
      const { platform, token } = scene();
      const path = `/v3/legacy/users/me/${list}`;
      const headers = [`Authorization: OAuth2.0 ${token}`];
      const fresh = await replyHead(platform.url, path, { headers });
      assert.equal(fresh.status, 200);
      assertSpelt(fresh.names, ['ETag', 'Content-Type', 'Cache-Control']);
      const known = [...headers, `If-None-Match: ${fresh.value('ETag')}`];
      const same = await replyHead(platform.url, path, { headers: known });
      assert.equal(same.status, 304);
      assertSpelt(same.names, ['ETag', 'Cache-Control']);
    });
  }

  const refusals: [status: number, method: string, path: string][] = [
    [401, 'GET', '/v3/legacy/users/me/tiles'],
    [401, 'GET', '/v3/auth/authorize?response_type=password&client_id=x&username=a&password=b'],
    [404, 'GET', '/no-such-path'],
    [404, 'GET', '/widgets//archive'],
    [405, 'DELETE', '/v3/legacy/account'],
    [400, 'GET', '/%'],
  ];
  for (const [status, method, path] of refusals) {
    it(`spells X-Error of ${method} ${path} canonically`, async () => {
      const head = await replyHead(scene().platform.url, path, { method });
      assert.equal(head.status, status);
      assertSpelt(head.names, ['X-Error', 'Content-Type']);
    });
  }

  it('spells Location of a redirect canonically', async () => {
    const { platform, distributor } = scene();
    const query = new URLSearchParams({
      response_type: 'client_credentials',
      scope: 'distributor',
      client_id: distributor.clientId,
      client_secret: distributor.secret,
      redirect_uri: CALLBACK,
    });
    const head = await replyHead(platform.url, `/v3/auth/authorize?${query}`);
    assert.equal(head.status, 303);
    assertSpelt(head.names, ['Location', 'Cache-Control']);
    assert.ok(head.value('Location')?.startsWith(CALLBACK));
  });

  it('capitalizes each word of X-Webview- and other headers', async () => {
    const { platform, token } = scene();
    const head = await replyHead(
      platform.url,
      '/v3/legacy/profiles/3170bfd3-3783-583b-9389-a4332fa04dff/authorization?policy=one',
      { headers: [`Authorization: OAuth2.0 ${token}`, 'Accept-Language: pt'] },
    );
    assertSpelt(head.names, ['Location', 'X-Webview-Accept-Language', 'X-Request-Id']);
  });

  it('spells ETag and Content-SHA256 of a device page canonically', async () => {
    const head = await replyHead(scene().platform.url, PAGE);
    assert.equal(head.status, 200);
    assertSpelt(head.names, ['ETag', 'Content-SHA256', 'Content-Type']);
  });
});

it('npm start spells header names canonically', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'azulejo-spelling-'));
  try {
    const server = await startChild(folder, { DATA_DIR: join(folder, 'data'), DEMO: '0' });
    try {
      await server.untilItRuns();
      assertSpelt((await replyHead(server.url, PAGE)).names, ['ETag', 'Content-SHA256']);
      assertSpelt((await replyHead(server.url, '/no-such-path')).names, ['X-Error']);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
