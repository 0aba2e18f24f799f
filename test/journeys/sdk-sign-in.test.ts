import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AzulejoError, type Client, type ClientOptions, createClient } from '@azulejo/sdk';
import { newApplication } from '../support/people.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const PASSWORD = 'correct horse battery staple';

async function setUp(stage: Stage) {
  const platform = await stage.start();
  const { clientId, secret: clientSecret } = await newApplication(platform);
  const clientFor = (options: Partial<ClientOptions> = {}) =>
    createClient({ url: platform.url, now: platform.clock.now, clientId, clientSecret, ...options });
  return { platform, clientId, clientFor };
}

let count = 0;

/** Signs up a new user. Returns its client, which is signed in. */
async function newUser(
  clientFor: (options?: Partial<ClientOptions>) => Client,
  options?: Partial<ClientOptions>,
) {
  count += 1;
  const account = { name: 'Rui Alves', email: `rui-${count}@example.org`, password: PASSWORD };
  const client = clientFor(options);
  const { user } = await client.signUp(account);
  return { client, user, account };
}

/** Wraps the real `fetch` and records the requested paths. */
function watchedFetch() {
  const paths: string[] = [];
  const fetch: ClientOptions['fetch'] = (input, init) => {
    paths.push(new URL(String(input)).pathname);
    return globalThis.fetch(input, init);
  };
  return { fetch, refreshes: () => paths.filter((path) => path === '/v3/auth/exchange').length };
}

const refused = (status: number, code: number) => (error: unknown) =>
  error instanceof AzulejoError && error.status === status && error.code === code;

onSqlite('sign-in through the SDK', setUp, (scene) => {
  it('signs a new user up, and in', async () => {
    const { clientFor, clientId } = scene();
    const { client, user, account } = await newUser(clientFor);
    assert.equal(user.clientId, clientId);
    const record = await client.users.get({ user_id: 'me' });
    assert.equal(record.id, user.id);
    assert.equal(record.email, account.email);
    assert.equal(record.target_id, clientId);
    const again = await clientFor().signIn.password({ username: account.email, password: PASSWORD });
    assert.deepEqual(again.scope, ['application', 'user']);
    assert.equal(again.owner_id, user.id);
  });

  it('signs the application itself in, which reads its users by id', async () => {
    const { clientFor } = scene();
    const { user } = await newUser(clientFor);
    const client = clientFor();
    const record = await client.signIn.clientCredentials({ scope: 'application' });
    assert.equal(record.grant_type, 'client_credentials');
    assert.equal((await client.users.get({ user_id: user.id })).id, user.id);
    await assert.rejects(client.users.get({ user_id: 'me' }), refused(404, 2101));
  });

  it('signs in with a refresh token from another client', async () => {
    const { clientFor } = scene();
    const { client, user } = await newUser(clientFor);
    const { refresh_token: refreshToken = '' } = (await client.token()) ?? {};
    const other = clientFor();
    const reply = await other.signIn.refresh({ refreshToken });
    assert.equal(reply.owner_id, user.id);
    assert.equal(reply.name, 'Rui Alves');
    assert.equal((await other.users.get({ user_id: 'me' })).id, user.id);
  });

  it('signs in with a token record from another client', async () => {
    const { clientFor } = scene();
    const { client, user } = await newUser(clientFor);
    const record = await client.token();
    assert.ok(record);
    const other = clientFor();
    await other.signIn.stored(record);
    assert.equal((await other.users.get({ user_id: 'me' })).id, user.id);
  });

  it('redeems a code once for a separate sign-in', async () => {
    const { clientFor } = scene();
    const { client, user } = await newUser(clientFor);
    const { code = '' } = (await client.token()) ?? {};
    const other = clientFor();
    assert.equal((await other.signIn.redeemCode({ code })).owner_id, user.id);
    await client.signOut();
    assert.equal((await other.users.get({ user_id: 'me' })).id, user.id);
    await assert.rejects(clientFor().signIn.redeemCode({ code }), refused(401, 1607));
  });

  it('refreshes once for parallel calls whose token has expired', async () => {
    const { platform, clientFor } = scene();
    const { fetch, refreshes } = watchedFetch();
    // This client's clock stands still, so that only refused requests reveal the expiry.
    const startedAt = platform.clock.now();
    const { client, user } = await newUser(clientFor, { fetch, now: () => startedAt });
    platform.clock.advance({ days: 31 });
    const users = await Promise.all(Array.from({ length: 8 }, () => client.users.get({ user_id: 'me' })));
    assert.deepEqual(
      users.map(({ id }) => id),
      Array(8).fill(user.id),
    );
    assert.equal(refreshes(), 1);
  });

  it('refreshes once before the expiry when the clocks agree', async () => {
    const { platform, clientFor } = scene();
    const { fetch, refreshes } = watchedFetch();
    const { client } = await newUser(clientFor, { fetch });
    const before = await client.token();
    platform.clock.advance({ days: 31 });
    await Promise.all(Array.from({ length: 4 }, () => client.tiles.list({ user_id: 'me' })));
    assert.equal(refreshes(), 1);
    assert.notEqual((await client.token())?.access_token, before?.access_token);
  });

  it('signs out and revokes the token for every client that has it', async () => {
    const { platform, clientFor } = scene();
    const { client } = await newUser(clientFor);
    const record = await client.token();
    assert.ok(record);
    await client.signOut();
    assert.equal(await client.token(), undefined);
    await assert.rejects(client.users.get({ user_id: 'me' }), { name: 'NotSignedIn' });
    const response = await platform.request('/v3/users/me', { token: record.access_token });
    assert.equal(response.status, 401);
    const other = clientFor();
    await other.signIn.stored(record);
    await assert.rejects(other.users.get({ user_id: 'me' }), { name: 'SessionEnded' });
  });
});
