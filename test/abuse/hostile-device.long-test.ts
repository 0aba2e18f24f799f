import assert from 'node:assert/strict';
import { it } from 'node:test';
import { grantsTopic } from '@azulejo/contract';
import { askDevice } from '../support/ask-device.ts';
import { listsOf } from '../support/demo-home.ts';
import { connectMqtt, type MqttCredentials } from '../support/mqtt.ts';
import { PLUG } from '../support/pairing-scene.ts';
import { clientToken, newApplication, newPerson, type Person } from '../support/people.ts';
import { assertApiError } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';
import { postJson } from '../support/wire.ts';

async function setUp(stage: Stage) {
  const platform = await stage.start();
  const application = await newApplication(platform, { name: 'Casa Azul' });
  const owner = await newPerson(platform, application, 'Owner');
  const [ana, rui] = [await newPerson(platform, application), await newPerson(platform, application, 'Rui')];
  /** Asks devices, so that they may grant channels to the application. */
  const neighbour = await newPerson(platform, application, 'Neighbour');
  const { devices } = platform.server.features;
  const newDevice = async () => {
    const { client, secret, channel } = await devices.create({ userId: owner.id, templateId: PLUG });
    const credentials = { clientId: client.id, secret };
    const { access_token: token } = await clientToken(platform, credentials, 'device');
    return { clientId: client.id, token, channelId: channel.id };
  };
  const device = await newDevice();
  const newChannel = async () => {
    const body = { channeltemplate_id: PLUG };
    const reply = await postJson(platform, '/v3/devices/self/channels', body, { token: device.token });
    const { id } = (await reply.json()) as { id: string };
    await askDevice(platform, application, neighbour, device.clientId);
    assert.equal((await grantTo('application', application.clientId, id)).status, 200);
    return id;
  };
  const grantTo = (role: 'application' | 'user', id: string, channelId = device.channelId) =>
    postJson(
      platform,
      `/v3/channels/${channelId}/grant-access`,
      { role, client_id: id, requesting_client_id: application.clientId },
      { token: device.token },
    );
  /** Publishes a grant request on the device's topic, signed in with `credentials`. */
  const publish = async (credentials: MqttCredentials, io: 'w' | 'iw', userId: string) => {
    await using session = await connectMqtt(platform, credentials);
    const data = { role: 'user', client_id: userId, requesting_client_id: application.clientId };
    await session.publish(grantsTopic('devices', device.clientId), { io, data });
  };
  return {
    platform,
    application,
    owner,
    ana,
    rui,
    device,
    newDevice,
    newChannel,
    grantTo,
    publish,
    ask: (person: Person, deviceId = device.clientId) => askDevice(platform, application, person, deviceId),
    channelsOf: async (person: Person) => {
      const { channels } = listsOf(platform, person.token, person.id);
      return (await channels()).map(({ id }) => id);
    },
    removeAll: async (person: Person) => {
      const { tiles } = listsOf(platform, person.token, person.id);
      for (const { id } of await tiles())
        await platform.request(`/v3/legacy/users/${person.id}/tiles/${id}`, {
          method: 'DELETE',
          token: person.token,
        });
    },
  };
}

onEachEngine('a hostile device with credentials of its own', setUp, (scene) => {
  it("refuses a grant over HTTP to a user who did not request it, even the device's owner", async () => {
    const { grantTo, newChannel, owner, ana, channelsOf } = scene();
    await assertApiError(await grantTo('user', ana.id), 'not_granted');
    assert.deepEqual(await channelsOf(ana), []);
    const before = await channelsOf(owner);
    await assertApiError(await grantTo('user', owner.id, await newChannel()), 'not_granted');
    assert.deepEqual(await channelsOf(owner), before);
    assert.equal((await grantTo('user', owner.id)).status, 200, 'the channel that the owner has already');
  });

  it('refuses a grant that the device, another device or the application requested for a user', async () => {
    const { publish, grantTo, device, newDevice, ana, platform, application } = scene();
    const service = await clientToken(platform, application, 'application');
    const callers = [device, await newDevice(), { ...application, token: service.access_token }];
    for (const caller of callers) await publish(caller, 'w', ana.id);
    await publish(device, 'iw', ana.id);
    await assertApiError(await grantTo('user', ana.id), 'not_granted');
  });

  it('refuses a grant that was requested from another device, by another user or too long ago', async () => {
    const { ask, grantTo, newDevice, ana, rui, platform, channelsOf } = scene();
    await ask(ana, (await newDevice()).clientId);
    await ask(rui);
    await assertApiError(await grantTo('user', ana.id), 'not_granted');
    platform.clock.advance({ minutes: 2 });
    await assertApiError(await grantTo('user', rui.id), 'not_granted');
    assert.deepEqual([await channelsOf(ana), await channelsOf(rui)], [[], []]);
  });

  it('puts a channel into a home once per request of the user', async () => {
    const { ask, grantTo, ana, platform, device, channelsOf, removeAll } = scene();
    await ask(ana);
    for (let time = 0; time < 2; time += 1)
      assert.equal((await grantTo('user', ana.id)).status, 200, 'granting again is normal');
    assert.deepEqual(await channelsOf(ana), [device.channelId]);
    await removeAll(ana);
    await assertApiError(await grantTo('user', ana.id), 'not_granted');
    assert.deepEqual(await channelsOf(ana), []);
    platform.clock.advance({ seconds: 1 });
    await ask(ana);
    assert.equal((await grantTo('user', ana.id)).status, 200);
    assert.deepEqual(await channelsOf(ana), [device.channelId]);
  });
});
