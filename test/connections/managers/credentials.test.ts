import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TokenRecord } from '@azulejo/contract';
import { CLOUD_ID, CLOUD_SECRET, startMakerCloud } from '../../support/maker-cloud.ts';
import { PLUG } from '../../support/pairing-scene.ts';
import { clientToken, newApplication, newPerson } from '../../support/people.ts';
import { assertApiError, readJson } from '../../support/replies.ts';
import { onEachEngine, type Stage } from '../../support/scene.ts';

async function setUp(stage: Stage) {
  const cloud = stage.use(await startMakerCloud());
  const platform = await stage.start({ environment: { WEBHOOK_NETWORKS: '127.0.0.1/32' } });
  const { makerAccounts, makerCredentials } = platform.server.features;
  const [application, other] = [await newApplication(platform), await newApplication(platform)];
  const [manager, rival] = await Promise.all([
    newApplication(platform, { type: 'manager', name: 'Acme' }),
    newApplication(platform, { type: 'manager', name: 'Rival' }),
  ]);
  const ana = await newPerson(platform, application);
  const tokens = [
    await clientToken(platform, manager, 'manager'),
    await clientToken(platform, rival, 'manager'),
  ];
  const [token, rivalToken] = tokens.map(({ access_token }: TokenRecord) => access_token);
  const account = {
    application: application.clientId,
    clientId: CLOUD_ID,
    clientSecret: CLOUD_SECRET,
    origins: [cloud.url],
  };
  await makerAccounts.set(manager.clientId, account);
  const key = {
    managerId: manager.clientId,
    applicationId: application.clientId,
    userId: ana.id,
    templateId: PLUG,
  };

  /** Stores what the cloud answered when Ana signed in, as a pairing does. */
  async function pair(refreshToken = 'mR0+/y==') {
    cloud.issue(refreshToken);
    cloud.seen.length = 0;
    const answer = { access_token: 'mA0+/x==', refresh_token: refreshToken, expires_in: 3600 };
    await makerCredentials.store(key, CLOUD_ID, answer);
  }

  const post = (path: string, body: object, headers: Record<string, string> = {}, by = token) =>
    platform.request(`/v3/managers/${manager.clientId}/${path}`, {
      method: 'POST',
      token: by,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  /** Sends the bytes of the SDK: the refresh token stands raw in the URL. */
  function refresh(refreshToken: string, { url = cloud.url, by = token, method = 'POST' } = {}) {
    const location = {
      method,
      url: `${url}/token?grant_type=refresh_token&client_id={client_id}&client_secret={client_secret}&refresh_token=${refreshToken}`,
      headers: { Accept: 'application/json' },
    };
    const headers = {
      'X-Client-ID': application.clientId,
      'X-Owner-ID': ana.id,
      'X-Channel-ID': crypto.randomUUID(),
      'X-Refresh-Token': refreshToken,
    };
    return post('refresh-token', { location }, headers, by);
  }

  const swap = (accessToken: string, more: object = {}, by = token) =>
    post(
      'swap-credentials',
      {
        client_id: application.clientId,
        owner_id: ana.id,
        credentials: { access_token: accessToken },
        ...more,
      },
      {},
      by,
    );

  return {
    ...{ platform, cloud, application, other, manager, rival, ana, token, rivalToken, account, key },
    ...{ pair, post, refresh, swap, makerAccounts },
  };
}

onEachEngine('credentials at makers', setUp, (scene) => {
  it('finds the account of a token, and of no other token, person, application or manager', async () => {
    const { pair, swap, other, rivalToken } = scene();
    await pair();
    assert.deepEqual(await readJson(await swap('mA0+/x==')), { client_id: CLOUD_ID });
    await assertApiError(await swap('mA0 /x=='), 'not_found');
    await assertApiError(await swap('mA0+/x==', { owner_id: 'nobody' }), 'not_found');
    await assertApiError(await swap('mA0+/x==', { client_id: other.clientId }), 'not_found');
    await assertApiError(await swap('mA0+/x==', {}, rivalToken), 'not_found');
    await assertApiError(await swap(''), 'not_found');
  });

  it('replaces an existing token record, and counts none otherwise', async () => {
    const { pair, post, swap, application, ana } = scene();
    await pair();
    const record = {
      client_id: application.clientId,
      owner_id: ana.id,
      channeltemplate_id: PLUG,
      credentials: { access_token: 'mA9+', refresh_token: 'mR9', client_man_id: CLOUD_ID },
    };
    assert.deepEqual(await readJson(await post('store-credentials', record)), { n_updated: 1 });
    assert.deepEqual(await readJson(await swap('mA9+')), { client_id: CLOUD_ID });
    await assertApiError(await swap('mA0+/x=='), 'not_found');
    const elsewhere = { ...record, channeltemplate_id: 'another' };
    assert.deepEqual(await readJson(await post('store-credentials', elsewhere)), { n_updated: 0 });
    const text = await post('store-credentials', { ...record, credentials: 'text' });
    await assertApiError(text, 'invalid_request');
  });

  it('renews a token whose refresh token has a plus sign, and finds the new one afterwards', async () => {
    const { pair, refresh, swap, cloud } = scene();
    await pair();
    const response = await refresh('mR0+/y==');
    assert.equal(response.status, 200);
    const answer = (await response.json()) as Record<string, unknown>;
    assert.deepEqual(Object.keys(answer), ['access_token', 'refresh_token', 'token_type', 'expires_in']);
    assert.deepEqual(JSON.parse(cloud.seen[0]?.body ?? ''), {
      grant_type: 'refresh_token',
      client_id: CLOUD_ID,
      client_secret: CLOUD_SECRET,
      refresh_token: 'mR0+/y==',
    });
    assert.deepEqual(await readJson(await swap(String(answer['access_token']))), { client_id: CLOUD_ID });
    assert.equal((await refresh(String(answer['refresh_token']))).status, 200, 'and once more');
    await assertApiError(await refresh('mR0+/y=='), 'invalid_request');
  });

  it('sends a refresh token with the separators of a query as it is, and adds no parameter', async () => {
    const { pair, refresh, cloud } = scene();
    const raw = 'mR&client_id=other#end?a={client_secret}%41';
    await pair(raw);
    assert.equal((await refresh(raw)).status, 200);
    assert.deepEqual(JSON.parse(cloud.seen[0]?.body ?? ''), {
      grant_type: 'refresh_token',
      client_id: CLOUD_ID,
      client_secret: CLOUD_SECRET,
      refresh_token: raw,
    });
  });

  it('sends the secret only to the origins of the account', async () => {
    const { pair, refresh, cloud } = scene();
    await using elsewhere = await startMakerCloud();
    await pair();
    const refused = await assertApiError(
      await refresh('mR0+/y==', { url: elsewhere.url }),
      'invalid_request',
    );
    assert.match(refused.text, /not one of the origins/);
    assert.deepEqual([elsewhere.seen, cloud.seen], [[], []]);
  });

  it('answers 400 with a text of its own when the maker answers with anything but a token', async () => {
    const { pair, refresh, cloud, platform } = scene();
    await pair();
    for (const [status, body] of [
      [200, '{"internal":"page"}'],
      [200, '<html>internal page</html>'],
      [200, '["internal page"]'],
      [302, ''],
      [500, 'internal page'],
    ] as const) {
      cloud.answer = (response) => void response.writeHead(status, { Location: cloud.url }).end(body);
      const { text } = await assertApiError(await refresh('mR0+/y=='), 'invalid_request');
      assert.match(text, /^The token was not renewed: /);
      assert.doesNotMatch(text, /internal/);
    }
    cloud.answer = undefined;
    assert.doesNotMatch(platform.log(), /mR0|geheim/);
  });

  it('refuses a manager without an account, missing headers, and an invalid location', async () => {
    const { refresh, post, rival, rivalToken, platform } = scene();
    const own = await platform.request(`/v3/managers/${rival.clientId}/refresh-token`, {
      method: 'POST',
      token: rivalToken,
      headers: {
        'content-type': 'application/json',
        'X-Client-ID': 'a',
        'X-Owner-ID': 'b',
        'X-Refresh-Token': 'c',
      },
      body: '{"location":{"method":"GET","url":"https://a.example/"}}',
    });
    assert.match((await assertApiError(own, 'invalid_request')).text, /not set an account/);
    await assertApiError(await refresh('mR0', { by: rivalToken }), 'not_found');
    assert.match(
      (await assertApiError(await post('refresh-token', { location: {} }), 'invalid_request')).text,
      /X-Client-ID/,
    );
    const method = await refresh('mR0', { method: 'TRACE' });
    assert.match((await assertApiError(method, 'invalid_request')).text, /location\.method/);
  });
});

onEachEngine('accounts at makers', setUp, (scene) => {
  it('stores no secret in clear text, and shows none', async () => {
    const { makerAccounts, manager, platform } = scene();
    const db = platform.server.db;
    const [row] = await db.read.selectFrom('linked_accounts').selectAll().execute();
    assert.doesNotMatch(JSON.stringify(row), /geheim/);
    const [listed] = await makerAccounts.list(manager.clientId);
    assert.equal(listed?.hasSecret, true);
    assert.doesNotMatch(JSON.stringify(listed), /geheim|sealed/);
  });

  it('refuses invalid origins, and those to which nothing may be sent', async () => {
    const { makerAccounts, manager, account } = scene();
    for (const origin of ['https://a.example/path', 'acme', 'https://10.0.0.1', 'http://acme.example:22'])
      await assert.rejects(makerAccounts.set(manager.clientId, { ...account, origins: [origin] }), {
        kind: 'invalid_request',
      });
  });

  it('says that a client_id or secret is too long', async () => {
    const { makerAccounts, manager, account } = scene();
    const text = 'x'.repeat(2_001);
    for (const [field, change] of [
      ['client_id', { clientId: text }],
      ['client_secret', { clientSecret: text }],
    ] as const)
      await assert.rejects(makerAccounts.set(manager.clientId, { ...account, ...change }), {
        fields: [{ field, reason: 'must have 1 to 2000 characters' }],
      });
  });

  it('reads secrets of accounts after the keys were rotated twice', async () => {
    const { platform, makerAccounts, manager, application, pair, swap, refresh } = scene();
    const { keyring, makerCredentials } = platform.server.features;
    await pair();
    for (let count = 0; count < 2; count += 1) {
      await keyring.rotate();
      assert.deepEqual([await makerAccounts.reseal(), await makerCredentials.reseal()], [1, 1]);
      await keyring.deleteOld();
    }
    assert.equal(
      (await makerAccounts.open(manager.clientId, application.clientId))?.clientSecret,
      CLOUD_SECRET,
    );
    assert.equal((await swap('mA0+/x==')).status, 200);
    assert.equal((await refresh('mR0+/y==')).status, 200);
    assert.deepEqual([await makerAccounts.reseal(), await makerCredentials.reseal()], [0, 0]);
  });

  it('removes an account at a maker once', async () => {
    const { makerAccounts, manager, application } = scene();
    await makerAccounts.remove(manager.clientId, application.clientId);
    assert.deepEqual(await makerAccounts.list(manager.clientId), []);
    await assert.rejects(makerAccounts.remove(manager.clientId, application.clientId), { kind: 'not_found' });
  });
});
