import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf } from './testing/client.ts';
import { startPlatform, tokenRecord } from './testing/platform.ts';
import { memoryTokenStore, webTokenStore } from './token-store.ts';

test('webTokenStore stores the record as JSON, and loads undefined when the JSON is invalid', async () => {
  const items = new Map<string, string>();
  const store = webTokenStore({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  });
  assert.equal(await store.load(), undefined);
  await store.save(tokenRecord(3, { http: 'http://h', mqtt: 'mqtt://h:1', uploader: 'http://h' }));
  assert.equal((await store.load())?.access_token, 'access-3');
  for (const broken of ['{', '[]', '{"access_token":1}']) {
    items.set('azulejo.token', broken);
    assert.equal(await store.load(), undefined, broken);
  }
  await store.clear();
  assert.equal(items.size, 0);
});

test('loads from the store again after it failed', async () => {
  await using platform = await startPlatform({ 'GET /v3/users/me': () => ({ body: { id: 'u' } }) });
  const endpoints = { http: platform.url, mqtt: 'mqtt://h:1', uploader: platform.url };
  let isLocked = true;
  const storage = {
    ...memoryTokenStore(),
    load: async () => (isLocked ? Promise.reject(new Error('locked')) : tokenRecord(1, endpoints)),
  };
  const client = clientOf(platform, { storage });
  await assert.rejects(client.users.get({ user_id: 'me' }), { message: 'locked' });
  isLocked = false;
  assert.equal((await client.users.get({ user_id: 'me' })).id, 'u');
});
