import assert from 'node:assert/strict';
import { it } from 'node:test';
import { errors, publishTopic } from '@azulejo/contract';
import { CLOUD_ID } from '../../support/maker-cloud.ts';
import { ACME_PLUG, setUpMaker } from '../../support/maker-scene.ts';
import type { MqttSession } from '../../support/mqtt.ts';
import { personToken } from '../../support/people.ts';
import { jsonHeaders, sdkConnect, sdkSignIn } from '../../support/python-sdk.ts';
import { readJson } from '../../support/replies.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { listen, sendMessage } from '../mqtt/live-scene.ts';

type Tokens = { access_token: string; refresh_token: string };

async function setUp(stage: Stage) {
  const scene = await setUpMaker(stage);
  const { platform, manager, application, sdk, ana, cloud, signIn, found, add } = scene;
  assert.equal((await signIn(ana)).status, 303);
  const devices = await found(ana, ACME_PLUG);
  const [added] = await readJson<{ id: string }[]>(await add(ana, ACME_PLUG, devices));
  const channelId = added?.id ?? '';
  const record = await sdkSignIn(platform, manager, 'manager');
  const ca = await (await platform.request('/ca.pem')).text();
  const live = await sdkConnect(platform, { clientId: manager.clientId, record, role: 'manager', ca });
  stage.use(live);
  const { access_token: token } = await personToken(platform, application, ana);
  const who = { id: ana.id, tree: 'users' as const, clientId: application.clientId, token };
  const phone = stage.use(await listen(platform, who));

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    platform.request(`/v3/managers/${manager.clientId}/${path}`, {
      method: 'POST',
      token: record.access_token,
      headers: { ...jsonHeaders, ...headers },
      body: JSON.stringify(body),
    });

  /** What the SDK has of Ana's sign-in: it takes tokens without a known end for expired (managers 2). */
  let tokens = sdk.tokens.get(`${application.clientId} ${ana.id}`) as Tokens;

  /** Renews the token as the SDK does, with the refresh token raw in the URL. Returns whether that worked. */
  async function refresh(): Promise<boolean> {
    const { refresh_token: raw } = tokens;
    const location = {
      method: 'POST',
      url: `${cloud.url}/token?grant_type=refresh_token&client_id={client_id}&client_secret={client_secret}&refresh_token=${raw}`,
      headers: { Accept: 'application/json' },
    };
    const response = await post(
      'refresh-token',
      { location },
      {
        'X-Client-ID': application.clientId,
        'X-Owner-ID': ana.id,
        'X-Channel-ID': channelId,
        'X-Refresh-Token': raw,
      },
    );
    if (response.status !== 200) {
      assert.equal(response.status, 400);
      assert.equal(typeof ((await response.json()) as { text: unknown }).text, 'string');
      return false;
    }
    tokens = (await response.json()) as Tokens;
    const credentials = {
      ...tokens,
      expiration_date: 1_795_334_680,
      client_man_id: CLOUD_ID,
      client_id: application.clientId,
    };
    const stored = await post('store-credentials', {
      ...{ client_id: application.clientId, owner_id: ana.id, channeltemplate_id: ACME_PLUG, credentials },
    });
    assert.deepEqual(await readJson(stored), { n_updated: 1 });
    return true;
  }
  return { ...scene, channelId, live, phone, post, refresh, tokens: () => tokens };
}

/** Answers the next read or write as the SDK does: with the value, or with the reason why there is none. */
async function serveNext(
  { live, refresh }: { live: MqttSession; refresh: () => Promise<boolean> },
  at: { channelId: string; componentId: string },
): Promise<void> {
  const { topic, message } = await live.next(({ message: { io } }) => io === 'r' || io === 'w');
  const propertyId = topic.split('/').at(-2) ?? '';
  const isAllowed = await refresh();
  const answer = message.io === 'r' ? { io: 'ir', data: 19 } : { io: 'iw', data: message.data };
  if (isAllowed) await live.publish(publishTopic({ ...at, propertyId }), answer, { qos: 0 });
  else
    await live.publish(
      publishTopic({ ...at, propertyId: 'access' }),
      { io: 'ir', data: 'unauthorized' },
      { qos: 0 },
    );
}

onSqlite('reads and writes for which the Python SDK renews a token first', setUp, (scene) => {
  it('delivers reads and writes, each with the token that the previous one received, and finds the newest token', async () => {
    const { phone, channelId, post, application, ana, tokens, cloud } = scene();
    const address = { channelId, componentId: 'thermostat', propertyId: 'occupied-heating-setpoint' };
    const first = tokens().refresh_token;
    assert.match(first, /\+.*\/.*=/);
    for (const requested of [{ io: 'r' }, { io: 'w', data: 21 }, { io: 'w', data: 22 }] as const) {
      cloud.seen.length = 0;
      await sendMessage(phone, address, requested);
      await serveNext(scene(), address);
      const io = requested.io === 'r' ? 'ir' : 'iw';
      const { message } = await phone.next(({ message: each, retained }) => each.io === io && !retained);
      assert.equal(message.data, requested.io === 'r' ? 19 : requested.data);
      assert.equal(cloud.seen.length, 1);
    }
    assert.notEqual(tokens().refresh_token, first);
    const swapped = await post('swap-credentials', {
      client_id: application.clientId,
      owner_id: ana.id,
      credentials: { access_token: tokens().access_token },
    });
    assert.deepEqual(await readJson(swapped), { client_id: CLOUD_ID });
  });

  it('refuses reads and writes with the reason when the maker does not renew the token', async () => {
    const { phone, channelId, cloud } = scene();
    const address = { channelId, componentId: 'thermostat', propertyId: 'occupied-heating-setpoint' };
    cloud.answer = (response) => void response.writeHead(400).end('{"error":"invalid_grant"}');
    await sendMessage(phone, address, { io: 'w', data: 23 });
    await serveNext(scene(), address);
    cloud.answer = undefined;
    const { message } = await phone.next(({ message: each }) => each.io === 'e');
    assert.deepEqual(
      [message.error?.code, /unauthorized/.test(JSON.stringify(message.error))],
      [errors.refused_by_device.code, true],
    );
  });
});
