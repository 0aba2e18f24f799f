import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ChannelList, TileList, type TokenRecord, UserRecord } from '@azulejo/contract';
import { newApplication, newPerson, signIn } from '../support/people.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const REDIRECT_URI = 'https://insurer.example/return?from=azulejo';
const STATE = 'policy 17 & more';

async function setUp(stage: Stage) {
  const platform = await stage.start();
  const { features } = platform.server;
  const distributor = await newApplication(platform, { type: 'distributor', redirectUris: [REDIRECT_URI] });
  const [mobile, foreign] = [await newApplication(platform), await newApplication(platform)];
  const [customer, stranger] = [await newPerson(platform, mobile), await newPerson(platform, foreign)];
  await features.applications.link(distributor.clientId, mobile.clientId);
  const [template] = await features.templates.list();
  assert.ok(template);
  for (const { id } of [customer, stranger]) {
    await features.homes.addDevice({ userId: id, templateId: template.id });
  }

  /** Signs in with a redirect through the browser, whose URL never contains a token (spec 4.3). */
  const arrive = async () => {
    const response = await signIn(platform, 'authorize', {
      response_type: 'client_credentials',
      client_id: distributor.clientId,
      client_secret: distributor.secret,
      scope: 'distributor',
      redirect_uri: REDIRECT_URI,
      state: STATE,
    });
    assert.equal(response.status, 303, await response.text());
    return new URL(response.headers.get('location') ?? '');
  };

  const redeem = (parameters: Record<string, string>) =>
    signIn(platform, 'exchange', {
      client_id: distributor.clientId,
      redirect_uri: REDIRECT_URI,
      ...parameters,
    });

  return { platform, distributor, mobile, customer, stranger, arrive, redeem };
}

onSqlite('a distributor', setUp, (scene) => {
  it('signs in by redirect and reads the users of its applications, and no others', async () => {
    const { platform, distributor, mobile, customer, stranger, arrive, redeem } = scene();
    const location = await arrive();
    assert.equal(`${location.origin}${location.pathname}`, 'https://insurer.example/return');
    assert.deepEqual([...location.searchParams.keys()].sort(), ['code', 'from', 'state']);
    assert.equal(location.searchParams.get('state'), STATE);
    const code = location.searchParams.get('code') ?? '';
    const record = await readJson<TokenRecord>(await redeem({ code, client_secret: distributor.secret }));
    assert.deepEqual([record.scope, record.state], [['distributor'], STATE]);

    const get = (path: string) => platform.request(path, { token: record.access_token });
    const user = await readJson<UserRecord>(await get(`/v3/users/${customer.id}`));
    assertExact(UserRecord, user);
    assert.equal(user.target_id, mobile.clientId);
    assert.deepEqual([user.secret, user.confirmation_hash], [undefined, undefined]);
    const channels = await readJson<ChannelList>(
      await get(`/v3/legacy/users/${customer.id}/channels?include=specs`),
    );
    const tiles = await readJson<TileList>(await get(`/v3/legacy/users/${customer.id}/tiles?include=specs`));
    assertExact(ChannelList, channels);
    assertExact(TileList, tiles);
    assert.deepEqual([channels.channels.length, tiles.tiles[0]?.channel], [1, channels.channels[0]?.id]);

    for (const path of [
      `/v3/users/${stranger.id}`,
      `/v3/legacy/users/${stranger.id}/tiles`,
      `/v3/legacy/users/${stranger.id}/channels`,
    ]) {
      await assertApiError(await get(path), 'not_found');
    }
    await assertApiError(await get('/v3/users/me'), 'no_user');
  });

  it('redeems the redirected code once, and only with its own secret and URI', async () => {
    const { distributor, arrive, redeem } = scene();
    const code = (await arrive()).searchParams.get('code') ?? '';
    await assertApiError(await redeem({ code }), 'invalid_client');
    const secret = { client_secret: distributor.secret };
    await assertApiError(
      await redeem({ code, ...secret, redirect_uri: 'https://insurer.example/other' }),
      'invalid_code',
    );
    await readJson(await redeem({ code, ...secret }));
    await assertApiError(await redeem({ code, ...secret }), 'invalid_code');
  });

  it('loses access to the users when it is unlinked', async () => {
    const { platform, distributor, arrive, redeem } = scene();
    const { applications } = platform.server.features;
    const other = await newApplication(platform);
    const person = await newPerson(platform, other);
    const code = (await arrive()).searchParams.get('code') ?? '';
    const { access_token: token } = await readJson<TokenRecord>(
      await redeem({ code, client_secret: distributor.secret }),
    );
    const read = () => platform.request(`/v3/users/${person.id}`, { token });
    await assertApiError(await read(), 'not_found');
    await applications.link(distributor.clientId, other.clientId);
    assert.equal((await read()).status, 200);
    await applications.unlink(distributor.clientId, other.clientId);
    await assertApiError(await read(), 'not_found');
  });
});
