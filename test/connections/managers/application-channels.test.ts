import assert from 'node:assert/strict';
import { it } from 'node:test';
import { publishTopic } from '@azulejo/contract';
import { listsOf } from '../../support/demo-home.ts';
import { connectMqtt } from '../../support/mqtt.ts';
import { clientToken, newApplication } from '../../support/people.ts';
import { jsonHeaders, sessionHeaders } from '../../support/python-sdk.ts';
import { assertApiError, readJson } from '../../support/replies.ts';
import { onEachEngine, type Stage } from '../../support/scene.ts';
import { asMember, listen, newMember, propertyOf, sendMessage } from '../mqtt/live-scene.ts';

/** A lamp that is assigned to no manager. */
const LAMP = '25f85b52-885c-5108-a9d2-c7fce0ad00ca';
const PLUG = '87ef7668-847e-5398-a548-927f36f0a863';

async function setUp({ start }: Stage) {
  const platform = await start({ environment: { CHANNELS_PER_MANAGER: '4', DEVICES_PER_HOME: '2' } });
  const [application, other] = [await newApplication(platform), await newApplication(platform)];
  const manager = await newApplication(platform, { type: 'manager' });
  await platform.server.features.makers.assign(PLUG, manager.clientId);
  const ana = await newMember({ platform, application });
  const eva = await newMember({ platform, application: other });
  const tokenOf = async (of: typeof application) =>
    (await clientToken(platform, of, 'application')).access_token;
  const [token, foreign] = [await tokenOf(application), await tokenOf(other)];
  const call = (method: string, path: string, body?: object, by = token) =>
    platform.request(path, {
      method,
      token: by,
      headers: method === 'POST' ? jsonHeaders : sessionHeaders,
      ...(body && { body: JSON.stringify(body) }),
    });
  const create = (remote_key: string, channeltemplate_id = LAMP) =>
    call('POST', '/v3/applications/self/channels', {
      name: 'Energy of the home',
      channeltemplate_id,
      remote_key,
      requesting_client_id: application.clientId,
    });
  const created = async (remoteKey: string) => {
    const response = await create(remoteKey);
    assert.equal(response.status, 201);
    return ((await response.json()) as { id: string }).id;
  };
  const grant = (id: string, role: string, client_id: string, by = token) =>
    call(
      'POST',
      `/v3/channels/${id}/grant-access`,
      { client_id, requesting_client_id: application.clientId, role },
      by,
    );
  /** Creates a channel in Ana's home. */
  const inHome = async (remoteKey: string) => {
    const id = await created(remoteKey);
    for (const [role, client] of [
      ['application', application.clientId],
      ['user', ana.id],
    ] as const)
      assert.equal((await grant(id, role, client)).status, 200);
    return id;
  };
  const homeOf = async () => (await listsOf(platform, ana.token, ana.id).channels()).map(({ id }) => id);
  return {
    platform,
    application,
    other,
    ana,
    eva,
    token,
    foreign,
    call,
    create,
    created,
    grant,
    inHome,
    homeOf,
  };
}

onEachEngine('channels of an application', setUp, (scene) => {
  it('creates a channel once for each remote key, which its application reads and deletes', async () => {
    const { call, created, foreign } = scene();
    const id = await created('energy-1');
    assert.equal(await created('energy-1'), id);
    assert.deepEqual(await readJson(await call('GET', `/v3/channels/${id}`)), {
      id,
      channeltemplate_id: LAMP,
      href: `/v3/channels/${id}`,
      name: 'Energy of the home',
      remote_key: 'energy-1',
    });
    await assertApiError(await call('GET', `/v3/channels/${id}`, undefined, foreign), 'not_found');
    await assertApiError(await call('DELETE', `/v3/channels/${id}`, undefined, foreign), 'not_found');
    assert.equal((await call('DELETE', `/v3/channels/${id}`)).status, 200);
    await assertApiError(await call('GET', `/v3/channels/${id}`), 'not_found');
  });

  it('refuses channels of an application for a template of a manager, and beyond the limit', async () => {
    const { create, created } = scene();
    assert.equal((await assertApiError(await create('p', PLUG), 'not_granted')).code, 2000);
    await assertApiError(await create('p', 'none'), 'not_found');
    const atOnce = await Promise.all(['1', '2', '3', '4', '5', '6'].map((key) => create(`limit-${key}`)));
    assert.equal(atOnce.filter(({ status }) => status === 201).length, 4);
    await assertApiError(await create('limit-7'), 'quota_exceeded');
    const known = atOnce.findIndex(({ status }) => status === 201);
    await created(`limit-${known + 1}`);
  });
});

onEachEngine('the devices of a home', setUp, (scene) => {
  it('are not more than allowed when channels are granted at the same time', async () => {
    const { created, grant, application, ana, homeOf } = scene();
    const ids = await Promise.all(['1', '2', '3', '4'].map(created));
    for (const id of ids) assert.equal((await grant(id, 'application', application.clientId)).status, 200);
    const replies = await Promise.all(ids.map((id) => grant(id, 'user', ana.id)));
    assert.equal(replies.filter(({ status }) => status === 200).length, 2);
    for (const reply of replies) if (reply.status !== 200) await assertApiError(reply, 'quota_exceeded');
    assert.equal((await homeOf()).length, 2);
  });
});

onEachEngine('grants by an application', setUp, (scene) => {
  it('puts the channel into the homes of the application’s own users, also after they removed it', async () => {
    const { platform, ana, inHome, homeOf, call, application, grant } = scene();
    const id = await inHome('home-1');
    assert.deepEqual(await homeOf(), [id]);
    const subscriptions = await readJson(
      await call('POST', `/v3/channels/${id}/retrieve-user-subscriptions`),
    );
    assert.deepEqual(subscriptions, {
      elements: [
        { channel: id, client_id: ana.id, requesting_client_id: application.clientId, role: 'user' },
      ],
    });
    const of = await readJson<{ elements: { channel: { id: string } }[] }>(
      await call('GET', `/v3/users/${ana.id}/channels?channel_id=${id}`),
    );
    assert.equal(of.elements[0]?.channel.id, id);
    const { tiles } = listsOf(platform, ana.token, ana.id);
    for (const tile of await tiles())
      await platform.request(`/v3/legacy/users/${ana.id}/tiles/${tile.id}`, {
        method: 'DELETE',
        token: ana.token,
      });
    assert.deepEqual(await homeOf(), []);
    const gone = await call('GET', `/v3/users/${ana.id}/channels?channel_id=${id}`);
    assert.deepEqual([gone.status, await gone.text()], [204, '']);
    assert.equal((await grant(id, 'user', ana.id)).status, 200);
    assert.deepEqual(await homeOf(), [id]);
  });

  it('refuses grants of other applications, and to their users', async () => {
    const { created, grant, other, eva, application, foreign, ana } = scene();
    const id = await created('mine');
    const refused = [
      await grant(id, 'user', ana.id),
      await grant(id, 'application', other.clientId),
      await grant(id, 'user', eva.id),
      await grant(id, 'application', 'nobody'),
    ];
    for (const response of refused) assert.equal((await assertApiError(response, 'not_granted')).code, 2000);
    await assertApiError(await grant(id, 'application', application.clientId, foreign), 'not_found');
    assert.equal((await grant(id, 'application', application.clientId)).status, 200);
    await assertApiError(await grant(id, 'user', eva.id), 'not_granted');
  });
});

onEachEngine('values of an application’s channels', setUp, (scene) => {
  it('asks the application for values over MQTT, which reach its users', async () => {
    const { platform, application, ana, inHome } = scene();
    const id = await inHome('live-1');
    const record = await clientToken(platform, application, 'application');
    // The SDK connects without a client id and subscribes to one filter with QoS 0 (manager-sdk 4).
    await using manager = await connectMqtt(
      platform,
      { clientId: application.clientId, token: record.access_token },
      { clientId: '', keepalive: 60 },
    );
    await manager.client.subscribeAsync(`/v3/applications/${application.clientId}/channels/#`, { qos: 0 });
    await using app = await listen(platform, ana);
    await sendMessage(app, propertyOf(id), { io: 'r' });
    await manager.next(({ message }) => message.io === 'r');
    await manager.publish(publishTopic(propertyOf(id)), { io: 'ir', data: false }, { qos: 0 });
    assert.equal((await app.next(({ message }) => message.io === 'ir')).message.data, false);

    await sendMessage(app, propertyOf(id), { io: 'w', data: true });
    const requested = await manager.next(({ message }) => message.io === 'w');
    assert.equal(
      requested.topic,
      `/v3/applications/${application.clientId}/channels/${id}/components/light-bulb/properties/status/value`,
    );
    assert.deepEqual(
      [requested.message.sender, requested.message.on_behalf_of, requested.message.data],
      [application.clientId, ana.id, true],
    );
    await manager.publish(publishTopic(propertyOf(id)), { io: 'iw', data: true }, { qos: 0 });
    const report = await app.next(({ message }) => message.io === 'iw');
    assert.equal(report.message.data, true);
  });

  it('refuses reports of another application', async () => {
    const { platform, other, ana, inHome } = scene();
    const id = await inHome('live-2');
    await using app = await listen(platform, ana);
    await using stranger = await listen(platform, await asMember(platform, other, 'applications'));
    await sendMessage(stranger, propertyOf(id), { io: 'iw', data: true });
    const value = await platform.request(`/v3/channels/${id}/components/light-bulb/properties/status/value`, {
      token: ana.token,
    });
    assert.notEqual(((await value.json()) as { data?: unknown }).data, true);
    assert.ok(!app.received.some(({ topic }) => topic.includes(id)));
  });
});
