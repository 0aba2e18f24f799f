import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, credentials } from './testing/client.ts';
import { startHomePlatform } from './testing/home-platform.ts';

test('revalidates a cached response by its ETag and returns a new value to each caller', async () => {
  await using platform = await startHomePlatform({
    'GET /v3/legacy/users/me/tiles': ({ headers }) =>
      headers['if-none-match'] === '"1-a"'
        ? { status: 304 }
        : { headers: { etag: '"1-a"' }, body: { tiles: [{ id: 't' }] } },
  });
  const client = clientOf(platform);
  await client.signIn.password(credentials);
  const first = await client.tiles.list({ user_id: 'me' });
  first.tiles.length = 0;
  const second = await client.tiles.list({ user_id: 'me' });
  assert.equal(second.tiles[0]?.id, 't');
  assert.equal(platform.received.at(-1)?.headers['if-none-match'], '"1-a"');
});

test('does not share cached responses between users, and evicts those beyond the limit', async () => {
  await using platform = await startHomePlatform({
    'GET /v3/legacy/users/me/tiles': () => ({ headers: { etag: '"1-a"' }, body: { tiles: [] } }),
    'GET /v3/legacy/users/me/channels': () => ({ headers: { etag: '"1-b"' }, body: { channels: [] } }),
  });
  const client = clientOf(platform, { keptAnswers: 1 });
  const requested = () => platform.received.at(-1)?.headers['if-none-match'];
  await client.signIn.stored(platform.record(1));
  await client.tiles.list({ user_id: 'me' });
  await client.signIn.stored({ ...platform.record(1), owner_id: 'user-2' });
  await client.tiles.list({ user_id: 'me' });
  assert.equal(requested(), undefined);
  await client.channels.list({ user_id: 'me' });
  await client.tiles.list({ user_id: 'me' });
  assert.equal(requested(), undefined);
});

test('requests labels in the language of the call, and caches each language separately', async () => {
  await using platform = await startHomePlatform({
    'GET /v3/legacy/users/me/channels': ({ headers }) => {
      const language = headers['accept-language'] ?? '';
      const etag = `"1-${language}"`;
      return headers['if-none-match'] === etag
        ? { status: 304 }
        : { headers: { etag }, body: { channels: [{ id: language }] } };
    },
  });
  const client = clientOf(platform);
  await client.signIn.password(credentials);
  const labelsIn = async (language: string) => {
    const { channels } = await client.channels.list({}, { language });
    return [channels[0]?.id, platform.received.at(-1)?.headers['if-none-match']];
  };
  assert.deepEqual(await labelsIn('de'), ['de', undefined]);
  assert.deepEqual(await labelsIn('fr'), ['fr', undefined]);
  assert.deepEqual(await labelsIn('de'), ['de', '"1-de"']);
  await client.channels.list();
  const { headers } = platform.received.at(-1) ?? {};
  assert.deepEqual([headers?.['accept-language'], headers?.['if-none-match']], ['*', undefined]);
});
