import assert from 'node:assert/strict';
import { it } from 'node:test';
import { publishTopic } from '@azulejo/contract';
import {
  listen,
  liveScene,
  newLamp,
  newManagedLamp,
  newMember,
  propertyOf,
  sendMessage,
  topicOf,
} from '../connections/mqtt/live-scene.ts';
import { connackOf, connectMqtt } from '../support/mqtt.ts';
import { newApplication } from '../support/people.ts';
import { onEachEngineInFull } from '../support/scene.ts';

onEachEngineInFull('MQTT of the phone apps', liveScene, (scene) => {
  it('works on Android, with MQTT 3.1, QoS 0 and reads at each refresh (android-app 4)', async () => {
    const { platform } = scene();
    const ana = await newMember(scene());
    const lamp = await newLamp(platform, ana.id);
    await using device = await connectMqtt(platform, lamp);
    for (const [property, data] of [
      ['status', true],
      ['brightness', 62],
      ['color', { h: 28, s: 72, v: 100 }],
    ] as const)
      await sendMessage(device, propertyOf(lamp.channelId, property), { io: 'iw', data });
    await device[Symbol.asyncDispose]();

    const android = { protocolId: 'MQIsdp', protocolVersion: 3, keepalive: 30 } as const;
    await using app = await connectMqtt(platform, ana, { ...android, clientId: '7f0000010c38a65f2e6b' });
    await app.client.subscribeAsync(`/v3/users/${ana.id}/channels/#`, { qos: 0 });
    await app.client.subscribeAsync(`/v3/users/${ana.id}/grants/#`, { qos: 0 });
    // A recreated activity opens a second connection while the first keeps its subscriptions.
    await using second = await connectMqtt(platform, ana, { ...android, clientId: '7f0000010c39a65f2e70' });
    for (const property of ['status', 'brightness', 'color', 'status'])
      await second.publish(publishTopic(propertyOf(lamp.channelId, property)), { io: 'r' }, { qos: 0 });
    const answers = [];
    for (let count = 0; count < 4; count += 1)
      answers.push(await app.next(({ message }) => message.io === 'ir'));
    assert.deepEqual(
      answers.map(({ topic, message }) => [topic, message.data]),
      [
        [topicOf(ana, propertyOf(lamp.channelId, 'status')), true],
        [topicOf(ana, propertyOf(lamp.channelId, 'brightness')), 62],
        [topicOf(ana, propertyOf(lamp.channelId, 'color')), { h: 28, s: 72, v: 100 }],
        [topicOf(ana, propertyOf(lamp.channelId, 'status')), true],
      ],
    );
    assert.ok(app.received.every(({ text }) => !text.includes('null')));
  });

  it('works on iOS, with MQTT 3.1.1, QoS 1 and a PUBACK even for refusals (ios-app 4)', async () => {
    const { platform, db } = scene();
    const ana = await newMember(scene());
    const lamp = await newManagedLamp(platform, db, ana.id);
    const foreign = await newManagedLamp(platform, db, (await newMember(scene())).id);
    await using manager = await listen(platform, lamp);
    const ios = { clientId: '5B0C7E6A-21D3-4A77-9E53-0C6E2D9F1A44', keepalive: 30 };
    await using app = await connectMqtt(platform, ana, ios);
    await app.client.subscribeAsync(`/v3/users/${ana.id}/channels/#`, { qos: 0 });
    // After ten publishes without PUBACK, the app stops for a minute.
    for (let count = 0; count < 11; count += 1)
      await sendMessage(app, propertyOf(foreign.channelId), { io: 'w', data: true });
    await app.publish(`/v3/channels/${lamp.channelId}/value`, { io: 'r' });
    await sendMessage(app, propertyOf(lamp.channelId), { io: 'w', data: true });
    assert.equal((await manager.next()).message.data, true);
    await sendMessage(manager, propertyOf(lamp.channelId), { io: 'iw', data: true });
    const done = await app.next(({ message }) => message.io.startsWith('i'));
    assert.deepEqual([done.topic, done.message.io], [topicOf(ana, propertyOf(lamp.channelId)), 'iw']);
    const events = app.received.filter(({ message }) => message.io.startsWith('i'));
    assert.ok(
      events.every(({ message }) => 'data' in message),
      'a text without `data` ends the app',
    );
  });

  it('receives CONNACK 4 when its account is disabled, which shows its logged-out page', async () => {
    const { platform } = scene();
    const application = await newApplication(platform);
    const ana = await newMember({ platform, application });
    await using app = await connectMqtt(platform, ana);
    await platform.server.features.users.setState(ana.id, 'inactive');
    await platform.server.live.endDeadSessions();
    await app.closed;
    assert.equal(await connackOf(platform, ana), 4);
  });
});
