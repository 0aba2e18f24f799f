import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { publishTopic } from '@azulejo/contract';
import { connectMqtt } from '../../support/mqtt.ts';
import { newApplication, personToken } from '../../support/people.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import { asMember, listen, liveScene, newLamp, newMember, propertyOf, sendMessage } from './live-scene.ts';

onEachEngineInFull('a live session', liveScene, (scene) => {
  it('ends a session within five seconds of signing out, and no other session of the user', async () => {
    const { platform, application } = scene();
    const ana = await newMember(scene());
    const record = await personToken(platform, application, ana.person);
    await using other = await connectMqtt(platform, ana);
    await using session = await connectMqtt(platform, { clientId: ana.clientId, token: record.access_token });
    await platform.request(record.href, { method: 'DELETE', token: record.access_token });
    platform.clock.advance({ seconds: 5 });
    await session.closed;
    assert.ok(other.client.connected);
  });

  it('ends a session when its user, application or client is disabled or its device removed', async () => {
    const { platform } = scene();
    const { users, applications, devices } = platform.server.features;
    const application = await newApplication(platform);
    const [ana, rita] = [await newMember(scene()), await newMember({ platform, application })];
    const lamp = await newLamp(platform, ana.id);
    const manager = await asMember(platform, await newApplication(platform, { type: 'manager' }), 'managers');
    const cases: [typeof manager, () => Promise<unknown>][] = [
      [ana, () => users.setState(ana.id, 'inactive')],
      [rita, () => applications.setState(application.clientId, 'disabled')],
      [manager, () => applications.setState(manager.id, 'disabled')],
      [lamp, () => devices.remove(lamp.id)],
    ];
    await using witness = await connectMqtt(platform, await newMember(scene()));
    for (const [member, end] of cases) {
      await using session = await connectMqtt(platform, member);
      await platform.server.live.endDeadSessions();
      assert.ok(session.client.connected, member.tree);
      await end();
      await platform.server.live.endDeadSessions();
      await session.closed;
    }
    assert.ok(witness.client.connected);
  });

  it('keeps a session open when its token expires and ends it when its sign-in ends', async () => {
    const { platform } = scene();
    await using session = await connectMqtt(platform, await newMember(scene()));
    platform.clock.advance({ days: 90 });
    await platform.server.live.endDeadSessions();
    assert.ok(session.client.connected);
    platform.clock.advance({ days: 300 });
    await platform.server.live.endDeadSessions();
    await session.closed;
  });

  it('publishes its will when the connection is lost, not when the server ends the session', async () => {
    const { platform } = scene();
    const { applications } = platform.server.features;
    const ana = await newMember(scene());
    const [disabled, lost] = [await newLamp(platform, ana.id), await newLamp(platform, ana.id)];
    await using user = await listen(platform, ana);
    const willOf = ({ channelId }: { channelId: string }) => ({
      topic: publishTopic(propertyOf(channelId, 'access')),
      payload: Buffer.from('{"io":"iw","data":"disconnected"}'),
      qos: 1 as const,
      retain: false,
    });
    await using first = await connectMqtt(platform, disabled, { will: willOf(disabled) });
    await using second = await connectMqtt(platform, lost, { will: willOf(lost) });
    await applications.setState(disabled.id, 'disabled');
    await platform.server.live.endDeadSessions();
    await first.closed;
    second.client.stream.destroy();
    const received = await user.next();
    assert.deepEqual(
      [received.topic.includes(lost.channelId), received.message.data],
      [true, 'disconnected'],
    );
    assert.equal(user.received.length, 1);
  });

  it('makes a client with a channel subscription present until its last such session ends', async () => {
    const { platform } = scene();
    const { connectedClients } = platform.server.features;
    const ana = await newMember(scene());
    const lamp = await newLamp(platform, ana.id);
    await using mute = await connectMqtt(platform, lamp);
    await mute.subscribe(`/v3/devices/${lamp.id}/grants/#`);
    assert.ok(
      !connectedClients.has(lamp.id),
      'a client without a subscription to its channels is not present',
    );
    const channels = `/v3/devices/${lamp.id}/channels/#`;
    await mute.subscribe(channels, `/v3/devices/${lamp.id}/channels/+/components/#`);
    await mute.client.unsubscribeAsync(channels);
    assert.ok(connectedClients.has(lamp.id), 'another filter matches its channels');
    await mute.client.unsubscribeAsync(`/v3/devices/${lamp.id}/channels/+/components/#`);
    assert.ok(!connectedClients.has(lamp.id), 'it has no subscription any more');
    const first = await listen(platform, lamp);
    {
      await using user = await listen(platform, ana);
      await using second = await listen(platform, lamp);
      await second.subscribe(`/v3/devices/${lamp.id}/channels/${lamp.channelId}/#`);
      assert.deepEqual(
        [lamp, ana].map(({ id }) => connectedClients.has(id)),
        [true, false],
      );
      assert.ok(user.client.connected);
    }
    await sendMessage(mute, propertyOf(lamp.channelId), { io: 'iw', data: true });
    assert.ok(connectedClients.has(lamp.id));
    await first[Symbol.asyncDispose]();
    while (connectedClients.has(lamp.id)) await setImmediate();
    const metrics = await (await platform.request('/metrics')).text();
    assert.match(metrics, /azulejo_mqtt_sessions\{tree="devices"\} 1\b/);
  });

  it('delivers live values over WebSocket and over TLS', async () => {
    const { platform } = scene();
    const ana = await newMember(scene());
    const lamp = await newLamp(platform, ana.id);
    const { port } = new URL(platform.url);
    const ca = await (await platform.request('/ca.pem')).text();
    const web = await connectMqtt(platform, ana, { url: `ws://127.0.0.1:${port}/mqtt` });
    const safe = await connectMqtt(platform, ana, { url: platform.config.urls.mqtt, ca });
    await using device = await connectMqtt(platform, lamp);
    for (const session of [web, safe]) await session.subscribe(`/v3/users/${ana.id}/channels/#`);
    await sendMessage(device, propertyOf(lamp.channelId), { io: 'iw', data: true });
    const received = await Promise.all([web.next(), safe.next()]);
    assert.deepEqual(
      received.map(({ message }) => message.data),
      [true, true],
    );
    for (const session of [web, safe]) await session[Symbol.asyncDispose]();
  });
});

onEachEngineInFull('MQTT sessions when the platform stops', liveScene, (scene) => {
  it('ends all sessions when the platform stops, with every acknowledged value stored', async () => {
    const { platform, db } = scene();
    const ana = await newMember(scene());
    const lamp = await newLamp(platform, ana.id);
    const brightness = propertyOf(lamp.channelId, 'brightness');
    await using user = await connectMqtt(platform, ana);
    await using device = await connectMqtt(platform, lamp);
    let acknowledged = -1;
    const publishing = Array.from({ length: 100 }, (_, data) =>
      sendMessage(device, brightness, { io: 'iw', data }).then(
        () => {
          acknowledged = data;
        },
        () => undefined,
      ),
    );
    await publishing[0];
    await platform.server[Symbol.asyncDispose]();
    await Promise.all([user.closed, device.closed]);
    const row = await db.read
      .selectFrom('property_values')
      .select('data_json')
      .where('channel_id', '=', lamp.channelId)
      .executeTakeFirstOrThrow();
    assert.ok(Number(row.data_json) >= acknowledged && acknowledged >= 0, `${row.data_json} ${acknowledged}`);
  });
});
