import assert from 'node:assert/strict';
import { it } from 'node:test';
import { errors, publishTopic, type TokenRecord } from '@azulejo/contract';
import {
  type LiveScene,
  listen,
  liveScene,
  newManagedLamp,
  newMember,
  propertyOf,
  sendMessage,
} from '../connections/mqtt/live-scene.ts';
import { connectMqtt, type MqttSession } from '../support/mqtt.ts';
import { personToken } from '../support/people.ts';
import { readJson } from '../support/replies.ts';
import { onEachEngineInFull } from '../support/scene.ts';

/** Why the SDK does not carry out a write (manager-sdk 4.2). */
const REFUSALS = [
  'unauthorized',
  'service_error',
  'remote_control_disabled',
  'permission_revoked',
  'api_unreachable',
];

/** Connects a person's app, and returns what her lamp's manager needs to connect as its SDK does. */
async function setUp({ platform, db, application }: LiveScene) {
  const ana = await newMember({ platform, application });
  const lamp = await newManagedLamp(platform, db, ana.id);
  // manager-sdk 1.2
  const start = async () =>
    readJson<TokenRecord>(
      await platform.request('/v3/auth/authorize', {
        method: 'POST',
        body: new URLSearchParams({
          client_id: lamp.clientId,
          client_secret: lamp.secret,
          response_type: 'client_credentials',
          scope: 'manager',
          state: 'active',
        }),
      }),
    );
  // The SDK connects without a client id and subscribes to one filter with QoS 0 (manager-sdk 4).
  const connect = async (record: TokenRecord) => {
    const credentials = { clientId: lamp.clientId, token: record.access_token };
    const session = await connectMqtt(platform, credentials, { clientId: '', keepalive: 60 });
    await session.client.subscribeAsync(`/v3/managers/${lamp.clientId}/channels/#`, { qos: 0 });
    return session;
  };
  const answer = (manager: MqttSession, property: string, message: object) =>
    manager.publish(publishTopic(propertyOf(lamp.channelId, property)), message, { qos: 0 });
  const app = await listen(platform, ana);
  return {
    ana,
    lamp,
    start,
    connect,
    answer,
    app,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

onEachEngineInFull('MQTT of the manager SDK', liveScene, (scene) => {
  it('receives reads and writes in its own tree, with sender and user', async () => {
    await using there = await setUp(scene());
    const { ana, lamp, start, connect, answer, app } = there;
    await using manager = await connect(await start());
    await sendMessage(app, propertyOf(lamp.channelId), { io: 'r' });
    const read = await manager.next();
    const [, , tree, id, , channel, , component, , property] = read.topic.split('/');
    assert.deepEqual(
      [tree, id, channel, component, property],
      ['managers', lamp.clientId, lamp.channelId, 'light-bulb', 'status'],
    );
    const { io, sender, on_behalf_of } = read.message;
    assert.deepEqual([io, sender, on_behalf_of], ['r', ana.clientId, ana.id]);
    await answer(manager, 'status', { io: 'ir', data: false });
    assert.deepEqual([(await app.next()).message.data, app.received[0]?.message.io], [false, 'ir']);

    await sendMessage(app, propertyOf(lamp.channelId, 'color'), { io: 'w', data: { h: 28, s: 72, v: 100 } });
    const write = await manager.next();
    // The SDK sends the written data back unchanged.
    await answer(manager, 'color', { io: 'iw', data: write.message.data });
    const done = await app.next();
    assert.deepEqual([done.message.io, done.message.data], ['iw', { h: 28, s: 72, v: 100 }]);
  });

  it('ends a write by reporting on `access` why it cannot be carried out', async () => {
    await using there = await setUp(scene());
    const { lamp, start, connect, answer, app } = there;
    await using manager = await connect(await start());
    for (const reason of REFUSALS) {
      await sendMessage(app, propertyOf(lamp.channelId), { io: 'w', data: true });
      await manager.next();
      await answer(manager, 'access', { io: 'ir', data: reason });
      const access = await app.next(
        ({ topic, message }) => topic.includes('/access/') && message.data === reason,
      );
      assert.ok(access.message.io.startsWith('i'));
      const reply = await app.next(({ message }) => message.io === 'e');
      assert.ok(reply.topic.includes('/status/'));
      assert.equal(reply.message.error?.code, errors.refused_by_device.code);
    }
  });

  it('leaves a write for unknown credentials unanswered, which is reported to the writer', async () => {
    const { platform } = scene();
    await using there = await setUp(scene());
    const { lamp, start, connect, app } = there;
    await using manager = await connect(await start());
    await sendMessage(app, propertyOf(lamp.channelId), { io: 'w', data: true });
    await manager.next();
    // A manager's cloud has half a minute to answer.
    platform.clock.advance({ seconds: 31 });
    const { message } = await app.next();
    assert.deepEqual([message.io, message.error?.code], ['e', errors.unanswered.code]);
  });

  it('reports values, and reconnects with its first token after a refresh and a year', async () => {
    const { platform, application } = scene();
    await using there = await setUp(scene());
    const { ana, lamp, start, connect, answer, app } = there;
    const first = await start();
    {
      await using manager = await connect(first);
      await answer(manager, 'brightness', { io: 'iw', data: 20 });
      assert.equal((await app.next()).message.data, 20);
    }
    platform.clock.advance({ days: 363 });
    const exchange = `client_id=${lamp.clientId}&refresh_token=${first.refresh_token}&grant_type=client_credentials`;
    await readJson(await platform.request(`/v3/auth/exchange?${exchange}`));
    platform.clock.advance({ days: 60 });
    await platform.server.features.auth.prune();
    // Her app's sign-in has expired by now, and its session ends soon after.
    const { access_token: token } = await personToken(platform, application, ana.person);
    await using later = await listen(platform, { ...ana, token });
    await using again = await connect(first);
    await answer(again, 'brightness', { io: 'iw', data: 30 });
    assert.equal((await later.next(({ retained }) => !retained)).message.data, 30);
  });
});
