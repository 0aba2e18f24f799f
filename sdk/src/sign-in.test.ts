import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Client, createClient } from './client.ts';
import { clientOf, credentials, failure } from './testing/client.ts';
import { startHomePlatform } from './testing/home-platform.ts';
import { refused, startPlatform } from './testing/platform.ts';

const flows: [name: string, call: string, sent: object, run: (client: Client) => Promise<unknown>][] = [
  [
    'by password',
    'POST /v3/auth/authorize',
    { client_id: 'app-1', response_type: 'password', scope: 'application,user', ...credentials },
    ({ signIn }) => signIn.password(credentials),
  ],
  [
    'by client credentials',
    'POST /v3/auth/authorize',
    { client_id: 'app-1', response_type: 'client_credentials', scope: 'distributor', client_secret: 's3' },
    ({ signIn }) => signIn.clientCredentials({ scope: 'distributor' }),
  ],
  [
    'by refresh token',
    'POST /v3/auth/authorize',
    { client_id: 'app-1', refresh_token: 'r', grant_type: 'password' },
    ({ signIn }) => signIn.refresh({ refreshToken: 'r' }),
  ],
  [
    'by code',
    'POST /v3/auth/exchange',
    { client_id: 'app-1', code: 'c', redirect_uri: 'https://app.example/', client_secret: 's3' },
    ({ signIn }) => signIn.redeemCode({ code: 'c', redirectUri: 'https://app.example/' }),
  ],
];
for (const [name, call, sent, run] of flows) {
  test(`signs in ${name}: posts JSON and stores the record`, async () => {
    await using platform = await startHomePlatform();
    const client = clientOf(platform, { clientSecret: 's3' });
    const record = await run(client);
    assert.deepEqual(await client.token(), record);
    const [request] = platform.received;
    assert.deepEqual([request?.call, request?.headers['content-type']], [call, 'application/json']);
    assert.deepEqual(JSON.parse(request?.body ?? ''), sent);
    assert.equal(request?.headers.authorization, undefined);
    assert.equal((await client.users.get({ user_id: 'me' })).name, 'Ana');
  });
}

test('signs in with a stored record without a request', async () => {
  await using platform = await startHomePlatform();
  platform.generation = 7;
  const client = clientOf(platform);
  await client.signIn.stored(platform.record());
  assert.equal(platform.received.length, 0);
  assert.equal((await client.users.get({ user_id: 'me' })).id, 'user-1');
});

test('refuses to sign in by client credentials without a client secret', async () => {
  const client = createClient({ url: 'http://127.0.0.1:1', clientId: 'app-1' });
  await assert.rejects(client.signIn.clientCredentials({ scope: 'distributor' }), TypeError);
});

test('creates an account of this application and signs it in', async () => {
  await using platform = await startHomePlatform({
    'POST /v3/legacy/account': () => ({ body: { success: true, message: 'ok', user: { id: 'user-1' } } }),
  });
  const client = clientOf(platform);
  const account = { name: 'Ana', email: credentials.username, password: credentials.password };
  assert.equal((await client.signUp(account)).user.id, 'user-1');
  const bodies = platform.received.map(({ body }) => JSON.parse(body));
  assert.deepEqual(bodies[0], { appId: 'app-1', type: 'account', ...account });
  assert.equal(bodies[1].username, account.email);
  assert.equal((await client.token())?.access_token, 'access-1');
});

test('stays signed out when the sign-in is refused', async () => {
  await using platform = await startPlatform({ 'POST /v3/auth/authorize': () => refused(401, 1601) });
  const client = clientOf(platform);
  const error = await failure(client.signIn.password(credentials));
  assert.deepEqual([error.name, error.status, error.code], ['Refused', 401, 1601]);
  assert.equal(await client.token(), undefined);
});

test('revokes the token by its href and clears it when signing out', async () => {
  await using platform = await startHomePlatform();
  const client = clientOf(platform);
  await client.signIn.password(credentials);
  await client.signOut();
  assert.equal(platform.received.at(-1)?.call, 'DELETE /v3/tokens/family-1');
  assert.equal(platform.received.at(-1)?.headers.authorization, 'Bearer access-1');
  assert.equal((await failure(client.users.get({ user_id: 'me' }))).name, 'NotSignedIn');
});

test('clears the token and rejects when the platform fails during signing out', async () => {
  await using platform = await startHomePlatform({
    'DELETE /v3/tokens/family-1': () => refused(503, 5503),
  });
  const client = clientOf(platform);
  await client.signIn.password(credentials);
  assert.equal((await failure(client.signOut())).status, 503);
  assert.equal(await client.token(), undefined);
});

test('signs out without an error when the session had already ended', async () => {
  await using platform = await startHomePlatform();
  const client = clientOf(platform);
  await client.signIn.password(credentials);
  platform.generation = 9;
  await client.signOut();
  assert.equal(await client.token(), undefined);
  await client.signOut();
});

test('does not send the token to a foreign host when signing out', async () => {
  await using platform = await startHomePlatform();
  await using foreign = await startPlatform({});
  const client = clientOf(platform);
  await client.signIn.stored({ ...platform.record(), href: `${foreign.url}/v3/tokens/family-1` });
  assert.equal((await failure(client.signOut())).name, 'ForeignOrigin');
  assert.equal(foreign.received.length, 0);
});
