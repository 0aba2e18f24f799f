import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  AccountResult,
  type AuthorizeReply,
  ChannelList,
  TileList,
  TokenRecord,
  UnitsTable,
  UserRecord,
} from '@azulejo/contract';
import { newApplication } from '../support/people.ts';
import { assertExact, readJson } from '../support/replies.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const NAMESPACE = 'casa-azul';
const PASSWORD = 'Nuvem+Azul 9@casa';

async function setUp(stage: Stage) {
  const platform = await stage.start();
  const { clientId } = await newApplication(platform, { namespace: NAMESPACE, minimumPasswordLength: 6 });
  const { features } = platform.server;
  const [template] = await features.templates.list();
  assert.ok(template);

  const signUp = async (body: Record<string, string>) => {
    const response = await platform.request('/v3/legacy/account', {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=UTF-8' },
      body: JSON.stringify({ name: 'Ana', password: PASSWORD, appId: NAMESPACE, ...body }),
    });
    const result = await readJson<AccountResult>(response);
    assertExact(AccountResult, result);
    await features.homes.addDevice({ userId: result.user.id, templateId: template.id });
    return result.user;
  };

  /** The record as both apps store it, which must hold no null (ios-app 2.1). */
  const tokens = async (query: string) => {
    const record = await readJson<TokenRecord>(await platform.request(query));
    assertExact(TokenRecord, record);
    assert.doesNotMatch(JSON.stringify(record), /null/);
    return record;
  };

  /** Both apps send this scheme, never `Bearer` (android-app 1.2, ios-app 1.2). */
  const get = (
    { access_token, endpoints }: Pick<AuthorizeReply, 'access_token' | 'endpoints'>,
    path: string,
  ) =>
    fetch(`${endpoints.http}${path}`, {
      redirect: 'error',
      headers: { Authorization: `OAuth2.0 ${access_token}` },
    });

  return { platform, clientId, signUp, tokens, get };
}

onSqlite('the phone apps, as they start', setUp, (scene) => {
  it('takes the Android app from sign-up to its devices, and on after its token expired', async () => {
    const { platform, clientId, signUp, tokens, get } = scene();
    const email = 'ana+android@example.org';
    const { id } = await signUp({ email, type: 'account', device: 'android' });
    const credentials = `username=${encodeURIComponent(email)}&password=${encodeURIComponent(PASSWORD)}`;
    const first = await tokens(
      `/v3/auth/authorize?response_type=password&scope=sysadmin%2Capplication%2Cuser&client_id=${clientId}&${credentials}`,
    );
    assert.deepEqual([first.owner_id, first.scope], [id, ['application', 'user']]);
    assert.match(first.expires, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/);

    platform.clock.advance({ days: 31 });
    assert.equal((await get(first, `/v3/users/${id}`)).status, 401);
    const next = await tokens(
      `/v3/auth/exchange?grant_type=password&client_id=${first.client_id}&refresh_token=${first.refresh_token}`,
    );
    const read = async (path: string) => readJson<never>(await get(next, path));
    assertExact(UserRecord, await read(`/v3/users/${id}`));
    const legacy = `/v3/legacy/users/${id}`;
    assertExact(TileList, await read(`${legacy}/tiles?include=specs`));
    assertExact(TileList, await read(`${legacy}/tiles?include=specs%2Ccontext%2Ccapabilities&type=stateful`));
    assertExact(ChannelList, await read(`${legacy}/channels?include=channelProperties,context,capabilities`));
  });

  it('takes the iOS app from sign-up to its devices, and on at its next launch', async () => {
    const { platform, clientId, signUp, tokens, get } = scene();
    const email = 'ana.ios@example.org';
    const { id } = await signUp({ email, device: 'iphone' });
    const credentials = `username=${encodeURIComponent(email)}&password=${encodeURIComponent(PASSWORD)}`;
    const first = await tokens(
      `/v3/auth/authorize?client_id=${clientId}&response_type=password&scope=application,user&${credentials}`,
    );
    assert.equal(new URL(first.endpoints.mqtt).protocol, 'mqtts:');
    assert.notEqual(new URL(first.endpoints.mqtt).port, '');
    const table = await readJson<UnitsTable>(await platform.request('/units/units_table.json'));
    assertExact(UnitsTable, table);

    platform.clock.advance({ days: 29, minutes: 30 });
    // Neither value is encoded by the app (ios-app 1.4).
    const unencoded = `client_id=${first.client_id}&refresh_token=${first.refresh_token}&grant_type=password`;
    assert.equal(encodeURI(unencoded), unencoded);
    const next = await tokens(`/v3/auth/exchange?${unencoded}`);
    const read = async <Reply>(path: string) => readJson<Reply>(await get(next, path));
    const { tiles } = await read<TileList>(`/v3/legacy/users/${id}/tiles`);
    const { channels } = await read<ChannelList>(`/v3/legacy/users/${id}/channels`);
    const [channel] = channels;
    assert.deepEqual([...new Set(tiles.map((tile) => tile.channel))], [channel?.id]);
    // Its broker connection goes on with the token that it began with (ios-app 1.4).
    assert.equal((await get(first, `/v3/users/${id}`)).status, 200);
  });

  it('tells the apps of an e-mail that is taken and of a wrong password by X-Error', async () => {
    const { platform, clientId, signUp } = scene();
    const email = 'twice@example.org';
    await signUp({ email, device: 'iphone' });
    const again = await platform.request('/v3/legacy/account', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ana', email, password: PASSWORD, device: 'iphone', appId: NAMESPACE }),
    });
    assert.deepEqual([again.status, again.headers.get('x-error')], [409, '1211']);
    const wrong = await platform.request(
      `/v3/auth/authorize?client_id=${clientId}&response_type=password&scope=application,user&username=${email}&password=no`,
    );
    assert.deepEqual([wrong.status, wrong.headers.get('x-error')], [401, '1601']);
  });
});
