import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TokenRecord } from '@azulejo/contract';
import { clientOf, credentials } from './testing/client.ts';
import { type HomePlatform, startHomePlatform } from './testing/home-platform.ts';
import { refused } from './testing/platform.ts';
import { memoryTokenStore } from './token-store.ts';

const exchange = 'POST /v3/auth/exchange';
const me = { user_id: 'me' };
const expired = '2020-01-01T00:00:00.000+0000';

/** Returns a client whose access token is no longer accepted. Its refresh token is valid unless `over`. */
async function refusedClient(platform: HomePlatform, over = false) {
  const storage = memoryTokenStore({
    ...platform.record(1),
    access_token: 'old',
    ...(over && { refresh_token: 'old' }),
  });
  platform.generation = 1;
  return { storage, client: clientOf(platform, { storage }) };
}

test('renews a refused token once for parallel calls, and retries each call once', async () => {
  await using platform = await startHomePlatform();
  const { client, storage } = await refusedClient(platform);
  const users = await Promise.all(Array.from({ length: 20 }, () => client.users.get(me)));
  assert.ok(users.every(({ name }) => name === 'Ana'));
  assert.equal(platform.count(exchange), 1);
  assert.equal(platform.count('GET /v3/users/me'), 40);
  assert.equal((await storage.load())?.access_token, 'access-2');
  const sent = JSON.parse(platform.received.find(({ call }) => call === exchange)?.body ?? '');
  assert.deepEqual(sent, { client_id: 'app-1', refresh_token: 'refresh-1', grant_type: 'password' });
});

test('does not renew again for a call with the old token that is refused after the renewal', async () => {
  const late = Promise.withResolvers<void>();
  await using platform = await startHomePlatform({
    'GET /v3/users/late': async ({ headers }) => {
      if (headers.authorization === 'Bearer access-2') return { body: { id: 'late' } };
      await late.promise;
      return refused(401, 1604);
    },
  });
  const { client } = await refusedClient(platform);
  const slow = client.users.get({ user_id: 'late' });
  await client.users.get(me);
  late.resolve();
  assert.equal((await slow).id, 'late');
  assert.equal(platform.count(exchange), 1);
});

test('rejects a call that is refused again after the renewal', async () => {
  await using platform = await startHomePlatform({ 'GET /v3/users/me': () => refused(401, 1603) });
  const { client } = await refusedClient(platform);
  await assert.rejects(client.users.get(me), { name: 'Refused', status: 401, code: 1603 });
  assert.equal(platform.count(exchange), 1);
  assert.equal(platform.count('GET /v3/users/me'), 2);
});

test('rejects every call and clears the store when the refresh token is no longer valid', async () => {
  await using platform = await startHomePlatform();
  const { client, storage } = await refusedClient(platform, true);
  const results = await Promise.allSettled([client.users.get(me), client.users.get(me)]);
  for (const result of results) {
    assert.equal(result.status, 'rejected');
    assert.partialDeepStrictEqual({ ...result.reason }, { name: 'SessionEnded', code: 1606 });
  }
  assert.equal(platform.count(exchange), 1);
  assert.equal(await storage.load(), undefined);
  await assert.rejects(client.users.get(me), { name: 'NotSignedIn' });
});

const passing: [string, HomePlatform['exchangeAnswer'], object][] = [
  ['the connection breaks', () => 'hangUp', { name: 'Unreachable' }],
  ['the platform is busy', () => refused(503, 5503), { name: 'Refused', status: 503 }],
  ['the client is refused', () => refused(401, 1602), { name: 'Refused', code: 1602 }],
];
for (const [name, answer, expected] of passing) {
  test(`stays signed in when ${name} during a renewal`, async () => {
    await using platform = await startHomePlatform();
    const { client, storage } = await refusedClient(platform);
    platform.exchangeAnswer = answer;
    await assert.rejects(client.users.get(me), expected);
    assert.equal((await storage.load())?.refresh_token, 'refresh-1');
    platform.exchangeAnswer = undefined;
    assert.equal((await client.users.get(me)).name, 'Ana');
  });
}

test('finishes a shared renewal for the other callers when one caller aborts', async () => {
  const controller = new AbortController();
  await using platform = await startHomePlatform();
  const { client } = await refusedClient(platform);
  platform.exchangeAnswer = async () => {
    controller.abort(new Error('gone home'));
    return undefined as never;
  };
  const [gone, stays] = await Promise.allSettled([
    client.users.get(me, { signal: controller.signal }),
    client.users.get(me),
  ]);
  assert.equal(gone.status === 'rejected' && gone.reason.message, 'gone home');
  assert.equal(stays.status, 'fulfilled');
});

test('stays signed out when the user signs out during a renewal', async () => {
  await using platform = await startHomePlatform({ 'DELETE /v3/tokens/family-1': () => ({}) });
  const { client, storage } = await refusedClient(platform);
  platform.exchangeAnswer = async () => {
    await client.signOut();
    return undefined as never;
  };
  await assert.rejects(client.users.get(me), { name: 'NotSignedIn' });
  assert.equal(await storage.load(), undefined);
});

test('keeps a new sign-in that was made during a renewal that failed', async () => {
  await using platform = await startHomePlatform();
  const { client } = await refusedClient(platform);
  platform.exchangeAnswer = async () => {
    await client.signIn.password(credentials);
    return refused(401, 1606);
  };
  await assert.rejects(client.users.get(me), { name: 'SessionEnded' });
  assert.equal((await client.token())?.access_token, 'access-2');
});

test('uses a token that another client of the same store renewed, and does not renew it again', async () => {
  await using platform = await startHomePlatform();
  const { client, storage } = await refusedClient(platform);
  const other = clientOf(platform, { storage });
  await other.token();
  assert.equal((await client.users.get(me)).name, 'Ana');
  assert.equal((await other.users.get(me)).name, 'Ana');
  assert.equal((await other.token())?.access_token, 'access-2');
  assert.equal(platform.count(exchange), 1);
});

test('renews an expired token of another client of the same store with its refresh token', async () => {
  await using platform = await startHomePlatform();
  const { client, storage } = await refusedClient(platform);
  await client.token();
  platform.generation = 2;
  await storage.save({ ...platform.record(2), access_token: 'old too', expires: expired });
  assert.equal((await client.users.get(me)).name, 'Ana');
  assert.equal((await client.token())?.access_token, 'access-3');
});

const strangers: [string, Partial<TokenRecord>][] = [
  ['is of another user', { owner_id: 'user-2' }],
  ['is of an earlier renewal', { updated: expired }],
];
for (const [name, members] of strangers) {
  test(`does not use a stored token that ${name}`, async () => {
    await using platform = await startHomePlatform();
    const { client, storage } = await refusedClient(platform);
    await client.token();
    await storage.save({ ...platform.record(7), ...members });
    assert.equal((await client.renew()).access_token, 'access-2');
    assert.equal(platform.count(exchange), 1);
  });
}

test('does not renew the token after a 403', async () => {
  await using platform = await startHomePlatform({ 'GET /v3/users/u2': () => refused(403, 2001) });
  const { client } = await refusedClient(platform);
  await assert.rejects(client.users.get({ user_id: 'u2' }), { status: 403, code: 2001 });
  assert.equal(platform.count(exchange), 0);
});

const dayMs = 86_400_000;

test('renews a token a minute before it expires, counted by the local clock from its receipt', async () => {
  let now = Date.now() + 400 * dayMs;
  await using platform = await startHomePlatform();
  const client = clientOf(platform, { now: () => now });
  await client.signIn.password(credentials);
  now += 30 * dayMs - 61_000;
  await client.users.get(me);
  assert.equal(platform.count(exchange), 0);
  now += 2_000;
  await Promise.all([client.users.get(me), client.users.get(me)]);
  assert.equal(platform.count(exchange), 1);
  assert.equal(platform.received.at(-1)?.headers.authorization, 'Bearer access-2');
});

test('uses a token until it expires when the renewal fails', async () => {
  let now = Date.now();
  await using platform = await startHomePlatform();
  const client = clientOf(platform, { now: () => now });
  await client.signIn.password(credentials);
  platform.exchangeAnswer = () => 'hangUp';
  now += 30 * dayMs - 1_000;
  assert.equal((await client.users.get(me)).name, 'Ana');
  now += 2_000;
  await assert.rejects(client.users.get(me), { name: 'Unreachable' });
  assert.ok(await client.token(), 'the sign-in is kept');
});

test('renews an expired stored token before the first call', async () => {
  await using platform = await startHomePlatform();
  platform.generation = 1;
  const storage = memoryTokenStore({ ...platform.record(), expires: expired });
  const client = clientOf(platform, { storage });
  await client.users.get(me);
  assert.deepEqual(
    platform.received.map(({ call }) => call),
    [exchange, 'GET /v3/users/me'],
  );
});

test('renews a valid token on request, and rejects with NotSignedIn when signed out', async () => {
  await using platform = await startHomePlatform();
  const client = clientOf(platform);
  await assert.rejects(client.renew(), { name: 'NotSignedIn' });
  await client.signIn.password(credentials);
  assert.equal((await client.renew()).access_token, 'access-2');
});
