import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AccountResult } from '@azulejo/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { setUpDemoHome } from '../support/demo-home.ts';
import { newApplication } from '../support/people.ts';
import { readJson } from '../support/replies.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

async function setUp(stage: Stage) {
  const home = await setUpDemoHome(stage);
  const application = await newApplication(home.platform);
  const account = await home.platform.request('/v3/legacy/account', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      appId: application.clientId,
      device: 'ios',
      email: 'rui@example.org',
      name: 'Rui',
      password: 'correct horse battery staple',
      type: 'account',
    }),
  });
  const { user } = await readJson<AccountResult>(account);
  return { ...home, newUser: user };
}

onSqlite('URLs in responses', setUp, (scene) => {
  it('serves PNG pictures at all URLs, which known apps can draw', async () => {
    const { channels, tiles, newUser } = scene();
    const urls = new Set([
      newUser.photoUrl,
      ...(await channels()).flatMap((channel) => [channel.photoUrl, channel.tilePhotoUrl]),
      ...(await tiles()).flatMap((tile) => [
        tile.photoUrl,
        tile.photoUrlAlt,
        tile.channelInfo.photoUrl,
        tile.channelInfo.backgroundPhotoUrl,
        ...(tile.overlayUrl === '' ? [] : [tile.overlayUrl]),
      ]),
    ]);
    assert.ok(urls.size > 10);
    for (const url of urls) {
      const response = await fetch(url, { redirect: 'manual' });
      assert.equal(response.status, 200, url);
      assert.equal(response.headers.get('content-type'), 'image/png', url);
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
      const bytes = Buffer.from(await response.arrayBuffer());
      assert.deepEqual(bytes.subarray(0, 8), PNG_SIGNATURE, url);
      const etag = response.headers.get('etag') ?? '';
      assert.equal((await fetch(url, { headers: { 'if-none-match': etag } })).status, 304, url);
    }
  });

  it("serves JSON Schemas that can be narrowed by the property's extension", async () => {
    const properties = (await scene().channels()).flatMap((channel) => channel.properties);
    const byUrl = Map.groupBy(properties, (property) => property.schema);
    assert.ok(byUrl.size > 5);
    // Narrowing keywords are siblings of the reference to the schema that has the type.
    const ajv = new Ajv2020({ strictTypes: false });
    addFormats.default(ajv);
    for (const [url, users] of byUrl) {
      const schema = await readJson<Record<string, unknown>>(await fetch(url, { redirect: 'manual' }));
      assert.equal(schema['$id'], url);
      assert.equal(schema['$schema'], 'https://json-schema.org/draft/2020-12/schema');
      ajv.addSchema(schema);
      const extensions = new Set(users.map(({ schemaExtension }) => JSON.stringify(schemaExtension)));
      for (const extension of extensions) {
        const narrowed = { $ref: url, ...(JSON.parse(extension) as object) };
        assert.equal(typeof ajv.compile(narrowed), 'function', `${url} with ${extension}`);
      }
    }
  });

  it("uses the platform's own address for the page of a device", async () => {
    const { channels, platform } = scene();
    for (const { interface: page } of await channels()) {
      assert.equal(new URL(page.url).origin, platform.url);
      assert.match(new URL(page.url).pathname, /^\/widgets\/[0-9a-f-]{36}\/archive$/);
    }
  });

  it('returns 404 for pictures that do not exist', async () => {
    const { platform } = scene();
    for (const name of ['none.png', '..%2Fdemo-home.json', '%2e%2e%2fpackage.json', 'user.png%00', 'user']) {
      assert.equal((await platform.request(`/images/${name}`)).status, 404, name);
    }
  });
});

onSqlite(
  'addresses in answers, with the origins set apart',
  (stage) =>
    stage.start({
      environment: {
        DEMO: '1',
        AUTH_URL: 'https://auth.example',
        CDN_URL: 'https://cdn.example',
        ONTOLOGY_URL: 'https://ontology.example',
        UPLOADER_URL: 'https://uploads.example',
        MQTT_PUBLIC_URL: 'mqtt://mqtt.example:1884',
      },
    }),
  (scene) => {
    it('returns URLs with the configured origin of each kind of resource', async () => {
      const { demo } = scene().server;
      assert.ok(demo);
      const response = await scene().request(
        `/v3/auth/authorize?${new URLSearchParams({
          response_type: 'password',
          scope: 'user',
          client_id: demo.clientId,
          username: demo.email,
          password: demo.password,
        })}`,
      );
      const { endpoints, access_token: token } = await readJson<{
        endpoints: Record<string, string>;
        access_token: string;
      }>(response);
      assert.deepEqual(endpoints, {
        http: scene().url,
        mqtt: 'mqtt://mqtt.example:1884',
        uploader: 'https://uploads.example',
      });
      const text = await (await scene().request('/v3/legacy/users/me/channels', { token })).text();
      assert.match(text, /"photoUrl":"https:\/\/cdn\.example\/images\//);
      assert.match(text, /"schema":"https:\/\/ontology\.example\/schemas\/v1\//);
      assert.match(text, new RegExp(`"url":"${scene().url}/widgets/`));
    });
  },
);
