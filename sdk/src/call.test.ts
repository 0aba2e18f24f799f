import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, credentials, failure } from './testing/client.ts';
import { startHomePlatform } from './testing/home-platform.ts';
import { startPlatform } from './testing/platform.ts';

test('calls the addresses of the token record, and those of the options for static content', async () => {
  await using first = await startHomePlatform();
  await using api = await startPlatform({ 'GET /v3/users/me': () => ({ body: { id: 'u' } }) });
  await using uploader = await startPlatform({
    'POST /v3/uploads': () => ({ status: 201, body: { bytes: 3 } }),
  });
  await using cdn = await startPlatform({
    'GET /units/units_table.json': () => ({ body: { version: '1' } }),
  });
  await using ontology = await startPlatform({
    'GET /schemas/v1/on-off': () => ({ body: { type: 'boolean' } }),
  });
  const client = clientOf(first, { cdnUrl: cdn.url, ontologyUrl: `${ontology.url}/` });
  const endpoints = { http: api.url, mqtt: 'mqtt://127.0.0.1:1883', uploader: uploader.url };
  await client.signIn.stored({ ...first.record(1), endpoints });

  assert.equal((await client.users.get({ user_id: 'me' })).id, 'u');
  assert.equal((await client.uploads.create(new Uint8Array([1, 2, 3]), 'image/png')).bytes, 3);
  assert.equal((await client.units.table()).version, '1');
  assert.deepEqual(await client.schemas.get({ schema_name: 'on-off' }), { type: 'boolean' });

  assert.equal(uploader.received[0]?.headers['content-type'], 'image/png');
  assert.equal(uploader.received[0]?.headers.authorization, 'Bearer access-1');
  assert.equal(cdn.received[0]?.headers.authorization, undefined, 'static content gets no token');
  assert.equal(first.received.length, 0);
});

test('puts the members of the input into path and query, and refuses invalid ids', async () => {
  await using platform = await startHomePlatform({
    'GET /v3/legacy/users/a%2Fb/tiles': () => ({ body: { tiles: [] } }),
  });
  const client = clientOf(platform);
  await client.signIn.password(credentials);
  const list = await client.tiles.list({ user_id: 'a/b', include: 'specs,context', exclude: '' });
  assert.deepEqual(list, { tiles: [] });
  const query = platform.received.at(-1)?.query;
  assert.deepEqual(
    [...(query ?? [])],
    [
      ['include', 'specs,context'],
      ['exclude', ''],
    ],
  );
  for (const user_id of ['..', '.', '']) await assert.rejects(client.tiles.list({ user_id }), TypeError);
});

test('sends the revision that a change is based on as If-Match', async () => {
  await using platform = await startHomePlatform({
    'PUT /v3/users/me/scenes/s': () => ({ body: { id: 's' } }),
  });
  const client = clientOf(platform);
  await client.signIn.password(credentials);
  const settings = [{ channel: 'c', component: 'co', property: 'p', data: true }];
  const scene = { user_id: 'me', scene_id: 's', label: 'Late', settings };
  await client.scenes.replace(scene, { ifMatch: '1-a', language: 'de' });
  const { headers } = platform.received.at(-1) ?? {};
  assert.deepEqual([headers?.['if-match'], headers?.['accept-language']], ['"1-a"', 'de']);
  await client.scenes.replace(scene);
  assert.equal(platform.received.at(-1)?.headers['if-match'], undefined);
});

test('leaves the members of path and query out of the body', async () => {
  await using platform = await startHomePlatform({
    'PUT /v3/channels/c/components/co/properties/p/value': () => ({ status: 202, body: { state: 'open' } }),
  });
  const client = clientOf(platform);
  await client.signIn.password(credentials);
  const address = { channel_id: 'c', component_id: 'co', property_id: 'p' };
  assert.equal((await client.values.put({ ...address, data: null, wait: 3 })).state, 'open');
  const received = platform.received.at(-1);
  assert.deepEqual([...(received?.query ?? [])], [['wait', '3']]);
  assert.deepEqual(JSON.parse(String(received?.body)), { data: null });
});

test('follows no redirect', async () => {
  await using elsewhere = await startPlatform({});
  await using platform = await startHomePlatform({
    'GET /v3/users/u': () => ({ status: 307, headers: { location: `${elsewhere.url}/v3/users/u` } }),
  });
  const client = clientOf(platform);
  await client.signIn.password(credentials);
  assert.equal((await failure(client.users.get({ user_id: 'u' }))).name, 'Unreachable');
  assert.equal(elsewhere.received.length, 0);
});
